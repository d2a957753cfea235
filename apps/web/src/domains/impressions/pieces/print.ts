import { askFile, type NamedFile } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { saveFile } from '#src/ui/save-file.ts';

/** Has a piece printed: from the second time on it comes as a duplicate. */
export async function print(path: string): Promise<void> {
  try {
    saveFile(await askFile<NamedFile>(path, {}));
  } catch (error) {
    toastFailure(error);
  }
}
