import { suggestWord } from '../../src/simulator/requests/similar-words.ts'
import { defineOption, type Option } from '../parsing/option.ts'
import { SetupError } from '../setup-error.ts'
import { file } from './reader.ts'
import { describeReadFailure, readTextFile } from './reading-files.ts'

/** The options of a configuration file, as texts. */
export interface ConfigFile {
  readonly file: string
  readonly values: ReadonlyMap<string, readonly string[]>
}

const defaultConfigFile = 'drydock.config.json'

/** The option --config, which every command has. */
export const configOption = defineOption({
  name: 'config',
  describe: `file with options by name (by default ${defaultConfigFile}, if it exists)`,
  reader: file,
})

/**
 * Reads a configuration file; undefined if no file was named and the default file does not exist. `known` has the
 * command's options. `others` loads the options of all commands. It is called only if the file has an option that this
 * command does not have. Throws a SetupError that names the file and field for an unknown option or a wrong type.
 */
export async function readConfigFile(options: {
  readonly named: string | undefined
  readonly known: readonly Option<unknown>[]
  readonly others: () => Promise<readonly Option<unknown>[]>
}): Promise<ConfigFile | undefined> {
  const file = options.named ?? defaultConfigFile
  const content = readText(file, options.named !== undefined)
  if (content === undefined) return undefined
  const fields = Object.entries(parseConfigObject(file, content))
  const isCommandOption = ([name]: [string, unknown]): boolean =>
    options.known.some(({ setting }) => setting === name)
  const others = fields.every(isCommandOption) ? [] : await options.others()
  const values = fields.map(([name, value]): [string, readonly string[]] => {
    const named = isCommandOption([name, value]) ? options.known : others
    return [
      name,
      readConfigField(file, {
        name,
        value,
        options: named.filter(({ setting }) => setting === name),
        known: [...options.known, ...others],
      }),
    ]
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

/**
 * Describes where JSON is invalid. The description contains no text of the file, because the file may contain the
 * control token.
 */
function describeJsonErrorPlace(error: unknown): string {
  const [place] =
    error instanceof Error ? (/at position \d+( \(line \d+ column \d+\))?/.exec(error.message) ?? []) : []
  return place === undefined ? 'it ends too early or is no JSON at all' : `there is a mistake ${place}`
}

function parseConfigObject(file: string, content: string): object {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    throw new SetupError(`${file} is not JSON: ${describeJsonErrorPlace(error)}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new SetupError(`${file} must hold an object of options by name.`)
}

function readConfigField(
  file: string,
  field: {
    readonly name: string
    readonly value: unknown
    readonly options: readonly Option<unknown>[]
    /** The options whose names a message may suggest. */
    readonly known: readonly Option<unknown>[]
  },
): readonly string[] {
  const { name, value, options, known } = field
  const [first] = options
  if (first === undefined) {
    const settings = known.map(({ setting }) => setting)
    throw new SetupError(`${file}: ${name} is no option of any command.${suggestWord(name, settings)}`)
  }
  for (const candidate of options) {
    const values = candidate.kind === 'list' && Array.isArray(value) ? value : [value]
    if (values.every((item) => candidate.json.some((type) => type === typeof item))) return values.map(String)
  }
  const wanted = [...new Set(options.flatMap(({ json }) => json))].join(' or ')
  const shape = first.kind === 'list' ? `a ${wanted} or a list of them` : `a ${wanted}`
  const shown = options.some(({ isSecret }) => isSecret) ? describeJsonType(value) : JSON.stringify(value)
  throw new SetupError(`${file}: ${name} must be ${shape}, not ${shown}.`)
}

/** Returns the JSON type of a secret for a message, which must not show the value. */
function describeJsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
