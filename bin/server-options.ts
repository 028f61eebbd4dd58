import type { DrydockServerOptions } from '../src/server/drydock-server.ts'
import { scenarioNames } from '../src/simulator/scenarios/scenario-names.ts'
import {
  clockSetting,
  controlToken,
  file,
  httpUrl,
  onOff,
  publicAddress,
  seed,
  text,
  textWithCompletion,
} from './files/reader.ts'
import type { CommandInput } from './parsing/command.ts'
import { flag, list, option, optionWithDefault } from './parsing/option.ts'

/** Options for every command that starts a simulator. */

const data = option({ name: 'data', describe: 'keep everything in this file (else in memory)', reader: file })
const seedOption = option({
  name: 'seed',
  describe: 'seed of ids, numbers and keys (random by default)',
  reader: seed,
})
const clock = option({
  name: 'clock',
  describe: 'realtime, frozen or xN, with @ISO for the time at its start',
  reader: clockSetting,
})
const scenario = option({
  name: 'scenario',
  describe: 'start with this scenario: a name or a file',
  reader: textWithCompletion({ wordsOrFile: scenarioNames }),
})
const rateLimits = optionWithDefault({
  name: 'rate-limits',
  describe: 'rate limits: on or off',
  reader: onOff,
  otherwise: 'on',
})
const magic = optionWithDefault({
  name: 'magic',
  describe: 'magic values: on or off',
  reader: onOff,
  otherwise: 'on',
})
export const controlTokenSetting = option({
  name: 'control-token',
  describe: 'token that every call of the control protocol must have',
  reader: controlToken,
})
export const noControlSetting = flag({ name: 'no-control', describe: 'serve no control protocol' })
const allowedHost = list({
  name: 'allowed-host',
  describe: 'host that requests may have in Host, and whose pages may call /v1 (repeatable)',
  reader: text,
})
const webhookUrl = option({
  name: 'webhook-url',
  describe: "URL for the default account's events",
  reader: httpUrl,
})
const publicUrl = option({
  name: 'public-url',
  describe: 'URL at which clients reach the simulator, if it differs from the bound address',
  reader: publicAddress,
})

export const serverOptions = [
  data,
  seedOption,
  clock,
  scenario,
  rateLimits,
  magic,
  controlTokenSetting,
  noControlSetting,
  allowedHost,
  publicUrl,
  webhookUrl,
]

/** Returns the start options of a simulator, as given. */
export function readServerOptions(given: CommandInput): DrydockServerOptions {
  return {
    data: given.of(data),
    seed: given.of(seedOption),
    clock: given.of(clock),
    scenario: given.of(scenario),
    rateLimits: given.of(rateLimits),
    magic: given.of(magic),
    control: !given.of(noControlSetting),
    controlToken: given.of(controlTokenSetting),
    allowedHosts: given.of(allowedHost),
    publicUrl: given.of(publicUrl),
    webhookUrl: given.of(webhookUrl),
  }
}
