import { BadValue } from '../parsing/bad-value.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { formatOptionName, type Option } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import type { ConfigFile } from './config-file.ts'

/** The texts given for each option, by its name. */
export type Texts = ReadonlyMap<string, readonly string[]>

interface Sources {
  readonly flags: Texts
  readonly environment: NodeJS.ProcessEnv
  readonly config: ConfigFile | undefined
}

/**
 * Returns the values of all options of a command: flags override the environment, which overrides the
 * configuration file. All are read first, so that a bad value is a UsageError that names its source before
 * the command has any effect.
 */
export function readSettings(
  options: Sources & { readonly command: Command; readonly rest: readonly string[] },
): CommandInput {
  const { command, rest } = options
  const of = <Value>(option: Option<Value>): Value => readOption(option, options)
  for (const option of [...(command.arguments ?? []), ...command.options]) of(option)
  return { of, rest }
}

/** Returns the value of one option. Throws a UsageError for a bad value. */
export function readOption<Value>(option: Option<Value>, sources: Sources): Value {
  const { place, texts } = findSource(option, sources)
  try {
    return option.read(texts)
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    const link = texts.find((text) => isKubernetesLink(place, text))
    if (link === undefined) throw new UsageError(`${place} ${error.message}.`)
    throw new UsageError(
      `${place} is "${link}", which Kubernetes sets beside a service named drydock. ` +
        `Give ${formatOptionName(option)}, or enableServiceLinks: false to the pod.`,
    )
  }
}

/** Kubernetes sets variables for a service named drydock that look like options. */
function isKubernetesLink(place: string, text: string): boolean {
  return place.startsWith('DRYDOCK_PORT ') && /^(tcp|udp|sctp):\/\//.test(text)
}

interface Found {
  /** Names the source of the texts, for messages. */
  readonly place: string
  readonly texts: readonly string[]
}

function findSource(option: Option<unknown>, { flags, environment, config }: Sources): Found {
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
