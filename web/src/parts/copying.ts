/** Put a text on the clipboard; tells whether that could be done. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text); // without https, except on the same machine, there is no such thing
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The old way, which browsers allow everywhere: select it in a field, and copy what is selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.readOnly = true;
  field.value = text;
  // While a dialog is open, nothing outside of it can be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
