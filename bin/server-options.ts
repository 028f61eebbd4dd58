import type { DrydockServerOptions } from '../src/server/drydock-server.ts'
import type { CommandInput } from './command.ts'
import { flag, list, option, optionWithDefault } from './option.ts'
import { clockSetting, httpUrl, onOff, publicAddress, secret, seed, text } from './reader.ts'

/** Options for every command that starts a simulator. */

const data = option({ name: 'data', describe: 'keep everything in this file (else in memory)', reader: text })
const seedOption = option({
  name: 'seed',
  describe: 'what ids, numbers and keys come from (random if left out)',
  reader: seed,
})
const clock = option({
  name: 'clock',
  describe: 'realtime, frozen or xN; @ISO is when it begins',
  reader: clockSetting,
})
const scenario = option({
  name: 'scenario',
  describe: 'start with this scenario: a name or a file',
  reader: text,
})
const rateLimits = optionWithDefault({
  name: 'rate-limits',
  describe: 'on or off',
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
  describe: 'token that the control protocol asks for',
  reader: secret,
})
export const noControlSetting = flag({ name: 'no-control', describe: 'no control protocol at all' })
const allowedHost = list({
  name: 'allowed-host',
  describe: 'further host name that requests may use (repeatable)',
  reader: text,
})
const webhookUrl = option({
  name: 'webhook-url',
  describe: 'where the default account sends events',
  reader: httpUrl,
})
const publicUrl = option({
  name: 'public-url',
  describe: 'where clients reach it, if not at the address bound',
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

/** The start options of a simulator, as given. */
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
