import type { FaultBody } from '../../src/simulator/faults/fault-body.ts'
import type { Given } from '../command.ts'
import { showFault } from '../fault-line.ts'
import { argument, type Option, option } from '../option.ts'
import { choice, duration, integer, probability, text } from '../reader.ts'
import { remoteCommand } from '../remote.ts'

const target = argument({
  name: 'TARGET',
  describe: 'carrier:NAME, carrier:*, address_validation, label_creation, webhook or api',
  reader: text,
})

const mode = argument({
  name: 'MODE',
  describe:
    'carriers: down, timeout, error, malformed, slow, reject; address_validation: down, slow; label_creation: error; ' +
    'webhook: drop, duplicate, delay, bad_signature; api: latency, error, rate_limited, reset, empty, garbage, slow_body',
  reader: text,
})

const largest = Number.MAX_SAFE_INTEGER

const fields = {
  operation: option({
    name: 'operation',
    describe:
      'of a carrier: rates, labels, tracking or accounts; of api: an endpoint such as "POST /v1/labels"',
    reader: text,
  }),
  code: option({ name: 'code', describe: 'error code to answer with', reader: text }),
  phase: option({
    name: 'phase',
    describe: 'api: before the request is carried out, or after it has been in full',
    reader: choice(['before', 'after']),
  }),
  status: option({
    name: 'status',
    describe: 'HTTP status to answer with',
    reader: integer({ min: 200, max: 599 }),
  }),
  latency_ms: option({
    name: 'latency-ms',
    describe: 'milliseconds it takes',
    reader: integer({ min: 0, max: 2 ** 31 - 1 }),
  }),
  message: option({ name: 'message', describe: 'raw message of the carrier', reader: text }),
  probability: option({
    name: 'probability',
    describe: 'how likely it bites, from 0 to 1 (default: 1)',
    reader: probability,
  }),
  times: option({
    name: 'times',
    describe: 'bite so often, then no more',
    reader: integer({ min: 1, max: largest }),
  }),
  after: option({
    name: 'after',
    describe: 'let so many pass first',
    reader: integer({ min: 0, max: largest }),
  }),
  starts_in: option({
    name: 'starts-in',
    describe: "wait so long, on the account's clock",
    reader: duration,
  }),
  lasts: option({ name: 'lasts', describe: "stop after so long, on the account's clock", reader: duration }),
}

export const faultAdd = remoteCommand({
  arguments: [target, mode],
  options: Object.values(fields),
  examples: [
    { line: 'drydock fault add carrier:UPS down --lasts 10m', does: 'UPS is down for ten minutes' },
    {
      line: 'drydock fault add api reset --operation "POST /v1/labels" --phase after --times 1',
      does: 'The next label is bought, but the answer is lost',
    },
  ],
  act: async ({ control, account }, given) => {
    // Sent as it was typed: which targets and modes there are is for the simulator to say.
    const path = `/accounts/${encodeURIComponent(account.id)}/faults`
    const fault = await control.ask<FaultBody>({ method: 'POST', path, body: readFault(given) })
    return [
      showFault(fault)
        .filter((cell) => cell !== '')
        .join('  '),
    ]
  },
})

function readFault(given: Given) {
  const set = Object.entries<Option<unknown>>(fields).flatMap(([field, one]): [string, unknown][] => {
    const value = given.of(one)
    return value === undefined ? [] : [[field, value]]
  })
  return { target: given.of(target), mode: given.of(mode), ...Object.fromEntries(set) }
}
