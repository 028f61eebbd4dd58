import { type Option, option } from '../parsing/option.ts'
import { SetupError } from '../setup-error.ts'
import { file } from './reader.ts'
import { describeReadFailure, readTextFile } from './reading-files.ts'

/** Options set by a JSON file, as texts. */
export interface ConfigFile {
  readonly file: string
  readonly values: ReadonlyMap<string, readonly string[]>
}

const defaultConfigFile = 'drydock.config.json'

/** An option of every command. */
export const configOption = option({
  name: 'config',
  describe: `file with options by name (by default ${defaultConfigFile}, if it exists)`,
  reader: file,
})

/**
 * Reads a configuration file. `known` has the command's options; `others` loads those of all commands, and is
 * called only if the file has an option that the command lacks. Undefined if no file was named and the default
 * one does not exist. Throws a SetupError that names file and field for an option of no command, or one of the
 * wrong type.
 */
export async function readConfigFile(options: {
  readonly named: string | undefined
  readonly known: readonly Option<unknown>[]
  readonly others: () => Promise<readonly Option<unknown>[]>
}): Promise<ConfigFile | undefined> {
  const file = options.named ?? defaultConfigFile
  const content = readText(file, options.named !== undefined)
  if (content === undefined) return undefined
  const fields = Object.entries(parseObject(file, content))
  const isCommandOption = ([name]: [string, unknown]): boolean =>
    options.known.some(({ setting }) => setting === name)
  const others = fields.every(isCommandOption) ? [] : await options.others()
  const values = fields.map(([name, value]): [string, readonly string[]] => {
    const named = isCommandOption([name, value]) ? options.known : others
    return [name, readField(file, { name, value, options: named.filter(({ setting }) => setting === name) })]
  })
  return { file, values: new Map(values) }
}

function readText(file: string, mustExist: boolean): string | undefined {
  try {
    return readTextFile(file)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (isMissing && !mustExist) return undefined
    throw new SetupError(`${file} cannot be read: ${describeReadFailure(error)}.`)
  }
}

/** Newer versions of Node quote the text, which may contain the control token, so only the position is shown. */
function describeMistakePlace(error: unknown): string {
  const [place] =
    error instanceof Error ? (/at position \d+( \(line \d+ column \d+\))?/.exec(error.message) ?? []) : []
  return place === undefined ? 'it ends too early or is no JSON at all' : `there is a mistake ${place}`
}

function parseObject(file: string, content: string): object {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new SetupError(`${file} is not JSON: ${describeMistakePlace(error)}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new SetupError(`${file} must hold an object of options by name.`)
}

function readField(
  file: string,
  field: { readonly name: string; readonly value: unknown; readonly options: readonly Option<unknown>[] },
): readonly string[] {
  const { name, value, options } = field
  const [first] = options
  if (first === undefined) throw new SetupError(`${file}: ${name} is no option of any command.`)
  for (const candidate of options) {
    const values = candidate.kind === 'list' && Array.isArray(value) ? value : [value]
    if (values.every((item) => candidate.json.some((type) => type === typeof item))) return values.map(String)
  }
  const wanted = [...new Set(options.flatMap(({ json }) => json))].join(' or ')
  const shape = first.kind === 'list' ? `a ${wanted} or a list of them` : `a ${wanted}`
  const shown = options.some(({ isSecret }) => isSecret) ? describeType(value) : JSON.stringify(value)
  throw new SetupError(`${file}: ${name} must be ${shape}, not ${shown}.`)
}

/** Returns the only text that may be shown of a secret. */
function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
