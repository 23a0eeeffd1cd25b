/** Whether a text can be an address for emails. The server looks at it more closely. */
export const isEmail = (text: string): boolean => /^\S+@\S+$/.test(text.trim());
