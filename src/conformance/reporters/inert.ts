// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A text of the target that does nothing to whoever shows it: no terminal commands, no half characters. */
export function inert(text: string): string {
  return text
    .replace(control, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(loneSurrogate, '\ufffd')
}

/** For HTML and XML: no markup either. */
export function escapeMarkup(text: string): string {
  return inert(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
