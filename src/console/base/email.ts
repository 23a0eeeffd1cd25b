/** Whether a text can be an address for mails. The server looks at it more closely. */
export const isEmail = (text: string): boolean => /^\S+@\S+$/.test(text.trim());
