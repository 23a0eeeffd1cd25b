import type { Page } from 'playwright-core';

/** A picture of a size, as a PNG in Base64. */
const drawn = (page: Page, width: number, height: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [${width}, ${height}];
    const context = canvas.getContext('2d');
    context.fillStyle = 'teal';
    context.fillRect(0, 0, ${width}, ${height});
    return canvas.toDataURL('image/png').split(',')[1];
  })()`);

/** Chooses a picture of a size for the class whose form is open. */
export const chooseClassPicture = async (page: Page, width: number, height: number): Promise<void> => {
  const buffer = Buffer.from(await drawn(page, width, height), 'base64');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('group', { name: 'Photo' }).getByRole('button', { name: 'or choose a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'class.png', mimeType: 'image/png', buffer });
};
