import { readWebAddress } from '../src/client/web-address.ts'
import type { ConformanceOptions } from '../src/conformance/options.ts'
import { drawSeed, readExtent } from '../src/conformance/running/exploration-extent.ts'
import { BadValue } from './bad-value.ts'
import type { CommandInput } from './command.ts'
import { flag, furtherArguments, list, option, optionalArgument, optionWithDefault } from './option.ts'
import {
  cents,
  choice,
  durationMs,
  httpUrl,
  integer,
  type Reader,
  secret,
  someDurationMs,
  text,
} from './reader.ts'

/** Options of `drydock conformance`. */

export const baseUrl = optionalArgument({
  name: 'BASE_URL',
  describe: 'the service to judge; inside drydock exec it is found without',
  reader: text,
})

export const furtherFiles = furtherArguments({
  name: 'FILES',
  describe: 'with --merge: the reports after the second',
  reader: text,
})

export const url = option({
  name: 'url',
  describe: 'the service to judge where BASE_URL is left out; drydock exec sets it in the environment',
  reader: text,
})
const key = option({
  name: 'key',
  describe: 'a test key; with a control protocol that makes accounts, none is needed',
  variable: 'DRYDOCK_TEST_KEY',
  reader: secret,
})
const liveKey = option({
  name: 'live-key',
  describe: 'a live key; only read with unless --allow-spend',
  reader: secret,
})
const limitedKey = option({
  name: 'limited-key',
  describe: 'a test key with wallet:read alone',
  reader: secret,
})
const revokedKey = option({ name: 'revoked-key', describe: 'a revoked test key', reader: secret })
const expiredKey = option({ name: 'expired-key', describe: 'an expired test key', reader: secret })

const controlReader: Reader<NonNullable<ConformanceOptions['control']>> = {
  json: ['string'],
  read: (given) => {
    if (given === 'auto' || given === 'off') return given
    const address = readWebAddress(given)
    const url = 'url' in address ? address.url : ''
    if (url.startsWith('http://')) return `http${url.slice(4)}`
    if (url.startsWith('https://')) return `https${url.slice(5)}`
    throw new BadValue(`must be auto, off or the control protocol's address, not "${given}"`)
  },
}
const control = optionWithDefault({
  name: 'control',
  describe: 'auto ({BASE_URL}/_drydock if it answers), off, or an address',
  reader: controlReader,
  otherwise: 'auto',
})
const controlToken = option({
  name: 'control-token',
  describe: "the control protocol's token",
  reader: secret,
})
export const profileFile = option({
  name: 'profile',
  describe:
    "file with the target's test data, known deviations and rules to leave out; init or init=FILE writes one from what the target answers",
  reader: text,
})
const webhookListen = option({
  name: 'webhook-listen',
  describe: 'HOST:PORT to receive webhook deliveries on',
  reader: text,
})
const webhookPublicUrl = option({
  name: 'webhook-public-url',
  describe: 'how the target reaches that address, such as a tunnel',
  reader: httpUrl,
})
const webhookSecret = option({
  name: 'webhook-secret',
  describe: "the webhook's signing secret",
  reader: secret,
})

const allowSpend = flag({ name: 'allow-spend', describe: 'let rules charge the live wallet' })
const allowLoad = flag({ name: 'allow-load', describe: 'let rules exhaust rate limits' })
const trustSandbox = flag({
  name: 'trust-sandbox',
  describe:
    'let rules buy with the test key though no live wallet proves that it is free, and wait for no proof',
})
const allowWait = option({
  name: 'allow-wait',
  describe: 'real time that rules may wait, such as 16m; waits overlap',
  reader: durationMs,
})
const maxSpend = option({
  name: 'max-spend',
  describe:
    'the most that may be lost from the live wallet at worst, in cents: live charges, and what test keys buy until it has proved to be free (2000 with --allow-spend, else 5000)',
  reader: cents,
})
const pace = optionWithDefault({
  name: 'pace',
  describe:
    "documented keeps to the limits where the account is somebody's own; off is for a target that has none, not on this machine only with --allow-load",
  reader: choice(['documented', 'off']),
  otherwise: 'documented',
})
const allowHttp = flag({ name: 'allow-http', describe: 'send keys unencrypted to a host far away' })

const exploreFor = option({
  name: 'explore',
  describe:
    'how far walks through the target go, or with --self-test through sound services: a time such as 30s, or a number such as 200-walks',
  reader: {
    json: ['string'],
    read: (given) => {
      if (readExtent(given) !== undefined) return given
      throw new BadValue(`must be a time such as 30s or a number such as 200-walks, not "${given}"`)
    },
  },
})
const exploreSeed = option({
  name: 'explore-seed',
  describe:
    'what walks are drawn from: a whole number, or random for another each time; the same where left out',
  reader: {
    json: ['string', 'number'],
    read: (given) => {
      if (given === 'random') return drawSeed()
      if (/^\d{1,15}$/.test(given)) return Number(given)
      throw new BadValue(`must be a whole number or random, not "${given}"`)
    },
  },
})

export const walkFile = option({
  name: 'walk',
  describe:
    'takes the walks again that a JSON report tells of, or one that is in a file by itself, and no others',
  reader: text,
})

const only = list({
  name: 'only',
  describe: 'rules to run: ids or globs such as RATE-* (repeatable)',
  reader: text,
})
const skip = list({ name: 'skip', describe: 'rules to leave out: ids or globs (repeatable)', reader: text })
const shard = option({
  name: 'shard',
  describe: 'I/N: part I of N, always with the same rules',
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
const bail = flag({ name: 'bail', describe: 'stop after the first rule that fails, and exit with 1' })
const concurrency = option({
  name: 'concurrency',
  describe: 'rules at work at a time; with --self-test, threads at work (one for each core)',
  reader: integer({ min: 1, max: 64 }),
})
const timeout = optionWithDefault({
  name: 'timeout',
  describe: 'how long one answer may take',
  reader: someDurationMs,
  otherwise: '30s',
})

export const reports = list({
  name: 'report',
  describe: 'FORMAT[=FILE] out of console, json, junit, html, markdown, tap, github (repeatable)',
  reader: text,
})
export const rerun = option({
  name: 'rerun',
  describe: 'run what failed or errored in this JSON report',
  reader: text,
})
export const compareWith = option({
  name: 'compare',
  describe:
    'A.json B.json: what changed from one JSON report to another; exits with 1 where a rule became red',
  reader: text,
})
export const mergeWith = option({
  name: 'merge',
  describe: 'A.json B.json …: one report of the JSON reports of all shards of a run; exits as the run would',
  reader: text,
})
export const overwrite = flag({
  name: 'overwrite',
  describe: 'with --profile init: write over a profile that is there',
})
export const listFlag = flag({ name: 'list', describe: 'list the rules; needs no target' })
export const explain = option({
  name: 'explain',
  describe: 'all about a rule, by id or glob; needs no target',
  reader: text,
})
export const planFlag = flag({
  name: 'plan',
  describe: 'show what would run, be sent, be charged and stay behind; judges nothing',
})
export const selfTestFlag = flag({
  name: 'self-test',
  describe: 'run the suite against broken, hollow and unusual services, and print what it catches',
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

/** The selection of rules, for uses that need no target. */
export function readSelection(given: CommandInput): Pick<ConformanceOptions, 'only' | 'skip' | 'shard'> {
  return { only: given.of(only), skip: given.of(skip), shard: given.of(shard) }
}

export function readConformanceOptions(
  given: CommandInput,
): Omit<ConformanceOptions, 'baseUrl' | 'profile' | 'signal'> {
  return {
    ...readSelection(given),
    key: given.of(key),
    liveKey: given.of(liveKey),
    limitedKey: given.of(limitedKey),
    revokedKey: given.of(revokedKey),
    expiredKey: given.of(expiredKey),
    control: given.of(control),
    controlToken: given.of(controlToken),
    webhookListen: given.of(webhookListen),
    webhookPublicUrl: given.of(webhookPublicUrl),
    webhookSecret: given.of(webhookSecret),
    allowSpend: given.of(allowSpend),
    allowLoad: given.of(allowLoad),
    trustSandbox: given.of(trustSandbox),
    allowWaitMs: given.of(allowWait),
    maxSpendCents: given.of(maxSpend),
    pace: given.of(pace),
    allowHttp: given.of(allowHttp),
    explore: given.of(exploreFor),
    exploreSeed: given.of(exploreSeed),
    bail: given.of(bail),
    concurrency: given.of(concurrency),
    timeoutMs: given.of(timeout),
  }
}
