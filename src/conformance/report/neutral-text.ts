// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const control = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** `##vso[…]` and the like: build servers obey them anywhere in a line. */
const buildCommand = /##(?=[a-z]*\[)/gi

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * A text of the target on one line that does nothing to whoever shows it: no commands to terminals or build servers,
 * no half characters. GitHub obeys what a line begins with, so some words of ours have to stand before it.
 */
export function neutralise(text: string): string {
  return text
    .replace(control, (each) => names[each] ?? `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(loneSurrogate, '\ufffd')
    .replace(buildCommand, '#\\u0023')
}

/** The same, cut where nobody reads on. */
export function neutraliseStart(text: string, longest: number): string {
  if (text.length <= longest) return neutralise(text)
  return `${neutralise(text.slice(0, longest))}… (${text.length} characters)`
}

/** The same in a JSON text, which means what it meant before: its own lines end between values alone. */
export function escapeJson(json: string): string {
  return json.split('\n').map(neutralise).join('\n')
}

/** For HTML and XML: no markup either. */
export function escapeMarkup(text: string): string {
  return neutralise(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** The same with its lines kept, for readers of the page; in the page's own text they are one. */
export function escapeLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part) => (part === '\t' ? '&#9;' : part.endsWith('\n') ? '&#10;' : escapeMarkup(part)))
    .join('')
}
