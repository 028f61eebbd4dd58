const keyShape = /pr_(?:live|test)_[0-9a-fA-F]{8,}/

/** The facts about a request from which its curl command is rendered. */
export interface CurlRequest {
  readonly method: string
  readonly url: string
  /** The headers as they were sent, with the API key. */
  readonly headers: Readonly<Record<string, string>>
  /** The names of the headers whose values are secrets of the user. */
  readonly added?: readonly string[] | undefined
  readonly key: string | undefined
  readonly body: string | null
  /** How the body in the report differs from the sent body; undefined if they are the same. */
  readonly lack: string | undefined
  /** Masks the secrets in a text. */
  conceal(text: string): string
  /** Returns the shell variable that curl commands have in place of this API key. */
  nameKey(key: string): string
}

/**
 * Renders a curl command that takes its key from a shell variable. If the body was not stored whole, the command is in
 * a comment that tells the user to add the body.
 */
export function renderCurl(request: CurlRequest): string {
  const { method, url, body, lack } = request
  const words = ['curl', '-i']
  if (method !== 'GET') words.push('-X', method)
  for (const [name, value] of Object.entries(request.headers))
    words.push('-H', renderHeaderOption(name, value, request))
  for (const name of request.added ?? []) words.push('-H', `"${name}: $${headerVariable(name)}"`)
  if (lack !== undefined) words.push('--data-binary', '@body.json')
  else if (body !== null) words.push('--data-raw', quoteText(body))
  words.push(quoteText(url))
  return lack === undefined
    ? words.join(' ')
    : `# ${lack}. Put the whole body into body.json and run: ${words.join(' ')}`
}

/** Returns the shell variable that holds the value of a header that the user adds to every request. */
export const headerVariable = (name: string): string =>
  `HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`

/** Renders a request header as a curl option, with a shell variable in place of the API key. */
function renderHeaderOption(name: string, value: string, { key, conceal, nameKey }: CurlRequest): string {
  const concealed = conceal(value)
  if (concealed === value) return quoteText(`${name}: ${value}`)
  const held = key !== undefined && value.includes(key) ? key : keyShape.exec(value)?.[0]
  if (held === undefined) return quoteText(`${name}: ${concealed}`)
  const at = value.indexOf(held)
  const after = conceal(value.slice(at + held.length))
  const variable = after === '' ? `$${nameKey(held)}` : `\${${nameKey(held)}}`
  return `"${escapeForDoubleQuotes(`${name}: ${conceal(value.slice(0, at))}`)}${variable}${escapeForDoubleQuotes(after)}"`
}

const escapeForDoubleQuotes = (text: string): string => text.replaceAll(/["\\$`]/g, '\\$&')

// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters that must be escaped
const control = /[\u0000-\u001f\u007f]/

/** Quotes a text as one word of a shell command on a single line. */
export function quoteText(text: string): string {
  if (control.test(text)) return `$'${[...text].map(escapeCharacter).join('')}'`
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Quotes a text as one word of a bash command in which each character is one byte, as in HTTP headers. */
export function quoteBytes(text: string): string {
  const isAscii = Buffer.byteLength(text) === text.length
  return isAscii ? quoteText(text) : `$'${[...text].map(escapeByte).join('')}'`
}

/** Returns a text as one word of a shell command, quoted only if the shell would change it otherwise. */
export function toShellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoteText(text)
}

const escapeAsHex = (character: string): string =>
  `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`

const escapeByte = (character: string): string =>
  character > '\x7f' ? escapeAsHex(character) : escapeCharacter(character)

function escapeCharacter(character: string): string {
  if (control.test(character)) return escapeAsHex(character)
  return character === "'" || character === '\\' ? `\\${character}` : character
}
