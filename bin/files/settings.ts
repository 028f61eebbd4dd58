import { BadValue } from '../parsing/bad-value.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { formatOptionName, type Option } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import type { ConfigFile } from './config-file.ts'

/** The texts that the command line gives for each option, by the option's name. */
export type GivenTexts = ReadonlyMap<string, readonly string[]>

interface OptionSources {
  readonly flags: GivenTexts
  readonly environment: NodeJS.ProcessEnv
  readonly config: ConfigFile | undefined
}

/**
 * Returns the values of all options of a command: flags override the environment, which overrides the configuration file.
 * Reads all options at once, so a bad value is refused before the command has any effect. Throws a UsageError that names
 * the source of the value.
 */
export function readSettings(
  options: OptionSources & { readonly command: Command; readonly rest: readonly string[] },
): CommandInput {
  const { command, rest } = options
  const get = <Value>(option: Option<Value>): Value => readOption(option, options)
  for (const option of [...(command.arguments ?? []), ...command.options]) get(option)
  return { get, rest }
}

/** Returns the value of one option. Throws a UsageError for a bad value. */
export function readOption<Value>(option: Option<Value>, sources: OptionSources): Value {
  const { place, texts } = findOptionTexts(option, sources)
  try {
    return option.read(texts)
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    const link = texts.find((text) => isKubernetesLink(place, text))
    if (link === undefined) throw new UsageError(`${place} ${error.message}.`)
    throw new UsageError(
      `${place} is "${link}", which Kubernetes sets beside a service named drydock. ` +
        `Give ${formatOptionName(option)}, or set enableServiceLinks: false in the pod.`,
    )
  }
}

/** Whether Kubernetes has set the variable. Kubernetes sets DRYDOCK_PORT to a URL if a service is named drydock. */
function isKubernetesLink(place: string, text: string): boolean {
  return place.startsWith('DRYDOCK_PORT ') && /^(tcp|udp|sctp):\/\//.test(text)
}

interface FoundTexts {
  /** The source of the texts, for messages: a flag, a variable or a field of a file. */
  readonly place: string
  readonly texts: readonly string[]
}

function findOptionTexts(option: Option<unknown>, { flags, environment, config }: OptionSources): FoundTexts {
  const flag = formatOptionName(option)
  const fromLine = flags.get(option.name)
  if (fromLine !== undefined) return { place: flag, texts: fromLine }
  for (const variable of option.variables) {
    const value = environment[variable]
    if (value !== undefined && (value !== '' || option.countsEmpty === true))
      return { place: `${variable} (${flag})`, texts: [value] }
  }
  const fromFile = option.kind === 'argument' ? undefined : config?.values.get(option.setting)
  if (fromFile !== undefined) return { place: `${config?.file}: ${option.setting}`, texts: fromFile }
  return { place: flag, texts: [] }
}
