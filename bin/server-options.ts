import type { DrydockServerOptions } from '../src/server/drydock-server.ts'
import { scenarioNames } from '../src/simulator/scenarios/scenario-names.ts'
import {
  clockSetting,
  controlToken,
  createTextReaderWithCompletions,
  file,
  httpUrl,
  onOff,
  publicAddress,
  seed,
  text,
} from './files/reader.ts'
import type { CommandInput } from './parsing/command.ts'
import { defineFlag, defineListOption, defineOption, defineOptionWithDefault } from './parsing/option.ts'

/** The options of every command that starts a simulator. */

const data = defineOption({
  name: 'data',
  describe: 'keep everything in this file (else in memory)',
  reader: file,
})
const seedOption = defineOption({
  name: 'seed',
  describe: 'seed of ids, numbers and keys (random by default)',
  reader: seed,
})
const clock = defineOption({
  name: 'clock',
  describe: 'realtime, frozen or xN, with @ISO for the time at its start',
  reader: clockSetting,
})
const scenario = defineOption({
  name: 'scenario',
  describe: 'start with this scenario: a name or a file',
  reader: createTextReaderWithCompletions({ wordsOrFile: scenarioNames }),
})
const rateLimits = defineOptionWithDefault({
  name: 'rate-limits',
  describe: 'rate limits: on or off',
  reader: onOff,
  otherwise: 'on',
})
const magic = defineOptionWithDefault({
  name: 'magic',
  describe: 'magic values: on or off',
  reader: onOff,
  otherwise: 'on',
})
export const controlTokenSetting = defineOption({
  name: 'control-token',
  describe: 'token that every call of the control protocol must have',
  reader: controlToken,
})
export const noControlSetting = defineFlag({ name: 'no-control', describe: 'serve no control protocol' })
const allowedHost = defineListOption({
  name: 'allowed-host',
  describe: 'host that requests may have in Host, and whose pages may call /v1 (repeatable)',
  reader: text,
})
const webhookUrl = defineOption({
  name: 'webhook-url',
  describe: "URL for the default account's events",
  reader: httpUrl,
})
const publicUrl = defineOption({
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

/** Returns the start options of a simulator from the options of the command. */
export function readServerOptions(input: CommandInput): DrydockServerOptions {
  return {
    data: input.get(data),
    seed: input.get(seedOption),
    clock: input.get(clock),
    scenario: input.get(scenario),
    rateLimits: input.get(rateLimits),
    magic: input.get(magic),
    control: !input.get(noControlSetting),
    controlToken: input.get(controlTokenSetting),
    allowedHosts: input.get(allowedHost),
    publicUrl: input.get(publicUrl),
    webhookUrl: input.get(webhookUrl),
  }
}
