import type { Sample, SampleStep } from './sample.ts'

/** The functions that write each part of a sample program in one programming language. */
export interface Language {
  readonly id: string
  readonly name: string
  readonly file: string
  readonly command: string
  readonly comment: '//' | '#'
  /** Returns an expression for a request body. */
  readonly writeBody: (value: unknown) => string
  /** Returns an expression for a text that contains ids of earlier responses, such as `/v1/labels/$LABEL`. */
  readonly writeText: (template: string) => string
  /** Returns an expression that sends a request; its value is the bytes of the response. */
  readonly writeRequest: (words: readonly string[]) => string
  /** Returns a statement that stores an id of a response in a variable. */
  readonly writeIdVariable: (id: NonNullable<SampleStep['gives']>, response: string) => string
  /** Returns a statement that prints a response. */
  readonly writePrint: (response: string) => string
  /** Returns a statement that writes a response to a file. */
  readonly writeFileSave: (file: string, response: string) => string
  /** Returns the whole program around the statements. */
  readonly writeProgram: (sample: Sample, statements: string) => string
}

/** Writes a sample program in a language. The program prints the response to its last request. */
export function writeSample(language: Language, sample: Sample): string {
  const isLong = sample.steps.length > 1
  const statements = sample.steps.map((step) => {
    const statement = renderStatement(language, step)
    return isLong ? `${language.comment} ${step.title}\n${statement}` : statement
  })
  return language.writeProgram(sample, statements.join('\n\n')).trim()
}

function renderStatement(language: Language, { method, path, body, gives, file }: SampleStep): string {
  const words = [language.writeText(method), language.writeText(path)]
  const response = language.writeRequest(body === undefined ? words : [...words, language.writeBody(body)])
  if (gives !== null) return language.writeIdVariable(gives, response)
  return file === null ? language.writePrint(response) : language.writeFileSave(file, response)
}

/** Returns an expression that joins the fixed texts and id variables of a template such as `/v1/labels/$LABEL`. */
export function writeTextExpression(
  template: string,
  { quote = JSON.stringify, writeVariable = toVariableName, plus = ' + ' }: TextStyle = {},
): string {
  const parts = template.split(/\$([A-Z]+)/)
  return parts
    .flatMap((part, index) => (index % 2 === 1 ? writeVariable(part) : part === '' ? [] : quote(part)))
    .join(plus)
}

interface TextStyle {
  readonly quote?: (text: string) => string
  readonly writeVariable?: (variable: string) => string
  readonly plus?: string
}

/** Returns the name that most languages give to a variable of a curl line, such as `label` for `LABEL`. */
export const toVariableName = (variable: string): string => variable.toLowerCase()

/** Quotes a text for languages in which a backslash in single quotes escapes only a backslash or a quote. */
export const quoteWithBackslash = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`

/** How a programming language writes texts, keys and braces of JSON data. */
export interface LiteralStyle {
  readonly writeText: (text: string) => string
  readonly writeKey: (name: string) => string
  readonly braces: readonly [string, string]
}

const maxWidth = 80

/** Writes a JSON value as a literal of a language, on one line if it is short. */
export function writeLiteral(value: unknown, style: LiteralStyle, margin = ''): string {
  if (typeof value === 'string') return style.writeText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : style.braces
  const inner = `${margin}  `
  const parts = Object.entries(value).map(
    ([name, each]) => (Array.isArray(value) ? '' : style.writeKey(name)) + writeLiteral(each, style, inner),
  )
  const line = `${open} ${parts.join(', ')} ${close}`
  if (!line.includes('\n') && margin.length + line.length <= maxWidth) return line
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${margin}${close}`
}

/** Writes a value as JSON. Variables for the ids of earlier steps stay in the text. */
export const writeJson = (value: unknown): string =>
  writeLiteral(value, {
    writeText: JSON.stringify,
    writeKey: (name) => `${JSON.stringify(name)}: `,
    braces: ['{', '}'],
  })

/** Adds a margin to each line of a text, except empty lines. */
export const indentLines = (margin: string, text: string): string => text.replaceAll(/^(?=.)/gm, margin)

/** Writes the path of a nested value as index expressions, such as `["rates"][0]["id"]`. */
export const renderIndexes = (quote: (text: string) => string, path: readonly (string | number)[]): string =>
  path.map((each) => `[${typeof each === 'number' ? each : quote(each)}]`).join('')
