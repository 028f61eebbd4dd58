import { readWebAddress } from '../../src/client/http/web-address.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { formatNames } from '../../src/conformance/report/report-files.ts'
import { drawSeed, parseExploreOption } from '../../src/conformance/runner/shared-exploration.ts'
import {
  cents,
  controlToken as controlTokenReader,
  createChoiceReader,
  createIntegerReader,
  createTextReaderWithCompletions,
  durationMs,
  file,
  httpUrl,
  positiveDurationMs,
  type Reader,
  secret,
  text,
} from '../files/reader.ts'
import { BadValue } from '../parsing/bad-value.ts'
import type { CommandInput } from '../parsing/command.ts'
import {
  defineFlag,
  defineListOption,
  defineOption,
  defineOptionalArgument,
  defineOptionWithDefault,
  defineRestArguments,
  defineSecretListOption,
} from '../parsing/option.ts'

/** The options of `drydock conformance`. */

export const baseUrl = defineOptionalArgument({
  name: 'BASE_URL',
  describe: 'the URL of the service to check; not needed inside drydock exec',
  reader: text,
})

export const furtherFiles = defineRestArguments({
  name: 'FILES',
  describe: 'with --merge: the reports after the second',
  reader: file,
})

export const url = defineOption({
  name: 'url',
  describe: 'URL of the service, used if BASE_URL is left out; drydock exec sets it in the environment',
  reader: text,
})
const key = defineOption({
  name: 'key',
  describe: 'a test key; not needed if the control protocol makes accounts',
  variable: 'DRYDOCK_TEST_KEY',
  reader: secret,
})
const liveKey = defineOption({
  name: 'live-key',
  describe: 'a live key; without --allow-spend, rules only read with it',
  reader: secret,
})
const limitedKey = defineOption({
  name: 'limited-key',
  describe: 'a test key with wallet:read as its only scope',
  reader: secret,
})
const revokedKey = defineOption({ name: 'revoked-key', describe: 'a revoked test key', reader: secret })
const expiredKey = defineOption({ name: 'expired-key', describe: 'an expired test key', reader: secret })

const controlReader: Reader<NonNullable<ConformanceOptions['control']>> = {
  json: ['string'],
  read: (given) => {
    if (given === 'auto' || given === 'off') return given
    const address = readWebAddress(given)
    const url = 'url' in address ? address.url : ''
    // Rebuilds the URL, because only a template has the type of an option that begins with a scheme.
    if (url.startsWith('http://')) return `http${url.slice(4)}`
    if (url.startsWith('https://')) return `https${url.slice(5)}`
    throw new BadValue(`must be auto, off or the control protocol's address, not "${given}"`)
  },
}
const control = defineOptionWithDefault({
  name: 'control',
  describe: 'the control protocol: auto ({BASE_URL}/_drydock if it responds), off, or a URL',
  reader: controlReader,
  otherwise: 'auto',
})
const controlToken = defineOption({
  name: 'control-token',
  describe: "the control protocol's token",
  reader: controlTokenReader,
})
const header = defineSecretListOption({
  name: 'header',
  describe:
    "'Name: value', a header for every request to the target, for example for a gateway (repeatable); reports do not show the value",
  reader: {
    json: ['string'],
    read: (given): readonly [name: string, value: string] => {
      const [, name = '', value = ''] = /^([^:\s]+):(.*)$/s.exec(given) ?? []
      if (name === '' || value.trim() === '') throw new BadValue("must be 'Name: value'")
      return [name, value.trim()]
    },
  },
})
export const profileFile = defineOption({
  name: 'profile',
  describe:
    "file with the target's test data, known deviations and skipped rules; init or init=FILE writes one from the target's responses",
  reader: file,
})
const webhookListen = defineOption({
  name: 'webhook-listen',
  describe: 'HOST:PORT to receive webhook deliveries on',
  reader: text,
})
const webhookPublicUrl = defineOption({
  name: 'webhook-public-url',
  describe: 'URL at which the target reaches --webhook-listen, such as a tunnel',
  reader: httpUrl,
})
const webhookSecret = defineOption({
  name: 'webhook-secret',
  describe: "the webhook's signing secret",
  reader: secret,
})

const allowSpend = defineFlag({ name: 'allow-spend', describe: 'let rules charge the live wallet' })
const allowLoad = defineFlag({ name: 'allow-load', describe: 'let rules exhaust rate limits' })
const trustSandbox = defineFlag({
  name: 'trust-sandbox',
  describe: 'let rules buy with the test key, even if no live wallet proves that this is free',
})
const allowWait = defineOption({
  name: 'allow-wait',
  describe: 'real time that rules may wait, such as 16m; waits overlap',
  reader: durationMs,
})
const maxSpend = defineOption({
  name: 'max-spend',
  describe:
    'maximum loss of the live wallet in cents: live charges, and purchases of test keys until they are proved free (2000 with --allow-spend, else 5000)',
  reader: cents,
})
const pace = defineOptionWithDefault({
  name: 'pace',
  describe:
    'documented respects the rate limits on shared accounts; off ignores them (remote targets also need --allow-load)',
  reader: createChoiceReader(['documented', 'off']),
  otherwise: 'documented',
})
const allowHttp = defineFlag({
  name: 'allow-http',
  describe: 'allow keys over plain HTTP to another machine',
})

const exploreFor = defineOption({
  name: 'explore',
  describe:
    'how long to run walks, such as 30s, or how many, such as 200-walks; with --self-test, on sound services instead of the target',
  reader: {
    json: ['string'],
    read: (given) => {
      if (parseExploreOption(given) !== undefined) return given
      throw new BadValue(`must be a time such as 30s or a number such as 200-walks, not "${given}"`)
    },
  },
})
const exploreSeed = defineOption({
  name: 'explore-seed',
  describe:
    'seed of the walks: a whole number, or random for a new one each time; by default always the same',
  reader: {
    json: ['string', 'number'],
    read: (given) => {
      if (given === 'random') return drawSeed()
      if (/^\d{1,15}$/.test(given)) return Number(given)
      throw new BadValue(`must be a whole number or random, not "${given}"`)
    },
  },
})

export const walkFile = defineOption({
  name: 'walk',
  describe: 'repeat only the failed walks of this JSON report, or the single walk in this file',
  reader: file,
})

const only = defineListOption({
  name: 'only',
  describe: 'rules to run: ids or globs such as RATE-* (repeatable)',
  reader: text,
})
const skip = defineListOption({
  name: 'skip',
  describe: 'rules to skip: ids or globs (repeatable)',
  reader: text,
})
const shard = defineOption({
  name: 'shard',
  describe: 'I/N: run part I of N, always with the same rules',
  reader: {
    json: ['string'],
    read: (given) => {
      const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? []
      const part = { index: Number(index), count: Number(count) }
      if (part.index >= 1 && part.index <= part.count) return part
      throw new BadValue(`must be I/N with I from 1 to N, not "${given}"`)
    },
  },
})
const bail = defineFlag({
  name: 'bail',
  describe: 'stop after the first rule that fails or errors, and exit with 1',
})
const concurrency = defineOption({
  name: 'concurrency',
  describe:
    'number of rules that run at the same time; with --self-test, number of threads (default: one for each core)',
  reader: createIntegerReader({ min: 1, max: 64 }),
})
const timeout = defineOptionWithDefault({
  name: 'timeout',
  describe: 'maximum time for one response',
  reader: positiveDurationMs,
  otherwise: '30s',
})

export const reports = defineListOption({
  name: 'report',
  describe: 'FORMAT[=FILE] out of console, json, junit, html, markdown, tap, github (repeatable)',
  reader: createTextReaderWithCompletions(formatNames),
})
export const rerun = defineOption({
  name: 'rerun',
  describe: 'run the rules that failed or errored in this JSON report',
  reader: file,
})
export const compareWith = defineOption({
  name: 'compare',
  describe:
    'A.json B.json: show the changes between two JSON reports; exit with 1 if a rule failed only in the second',
  reader: file,
})
export const mergeWith = defineOption({
  name: 'merge',
  describe: 'A.json B.json …: merge the JSON reports of all shards into one; exit as the whole run would',
  reader: file,
})
export const overwrite = defineFlag({
  name: 'overwrite',
  describe: 'with --profile init: replace an existing profile',
})
export const listFlag = defineFlag({ name: 'list', describe: 'list the rules; needs no target' })
export const explain = defineOption({
  name: 'explain',
  describe: 'print everything about a rule, by id or glob; needs no target',
  reader: text,
})
export const planFlag = defineFlag({
  name: 'plan',
  describe: 'show the rules, requests, costs and leftovers of a run without running it',
})
export const selfTestFlag = defineFlag({
  name: 'self-test',
  describe: 'run the suite against broken, stub and unusual services, and print the deviations it catches',
})

export const conformanceOptions = [
  url,
  key,
  liveKey,
  limitedKey,
  revokedKey,
  expiredKey,
  control,
  controlToken,
  header,
  profileFile,
  webhookListen,
  webhookPublicUrl,
  webhookSecret,
  allowSpend,
  allowLoad,
  trustSandbox,
  allowWait,
  maxSpend,
  pace,
  allowHttp,
  exploreFor,
  exploreSeed,
  walkFile,
  only,
  skip,
  shard,
  bail,
  concurrency,
  timeout,
  reports,
  rerun,
  compareWith,
  mergeWith,
  overwrite,
  listFlag,
  explain,
  planFlag,
  selfTestFlag,
]

/** Returns which rules the options select; needs no target. */
export function readSelection(input: CommandInput): Pick<ConformanceOptions, 'only' | 'skip' | 'shard'> {
  return { only: input.get(only), skip: input.get(skip), shard: input.get(shard) }
}

export function readConformanceOptions(
  input: CommandInput,
): Omit<ConformanceOptions, 'baseUrl' | 'profile' | 'signal'> {
  return {
    ...readSelection(input),
    key: input.get(key),
    liveKey: input.get(liveKey),
    limitedKey: input.get(limitedKey),
    revokedKey: input.get(revokedKey),
    expiredKey: input.get(expiredKey),
    control: input.get(control),
    controlToken: input.get(controlToken),
    ...(input.get(header).length > 0 && { headers: Object.fromEntries(input.get(header)) }),
    webhookListen: input.get(webhookListen),
    webhookPublicUrl: input.get(webhookPublicUrl),
    webhookSecret: input.get(webhookSecret),
    allowSpend: input.get(allowSpend),
    allowLoad: input.get(allowLoad),
    trustSandbox: input.get(trustSandbox),
    allowWaitMs: input.get(allowWait),
    maxSpendCents: input.get(maxSpend),
    pace: input.get(pace),
    allowHttp: input.get(allowHttp),
    explore: input.get(exploreFor),
    exploreSeed: input.get(exploreSeed),
    bail: input.get(bail),
    concurrency: input.get(concurrency),
    timeoutMs: input.get(timeout),
  }
}
