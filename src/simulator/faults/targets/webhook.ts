import type { Modes, Target } from '../target.ts'

/** Faults of webhook attempts; they take effect in `../../webhooks/outbox.ts`. */
export const webhook = {
  names: ['webhook'],
  shownAs: ['webhook'],
  label: 'webhook',
  operations: [],
  operationsHelp: null,
  modes: {
    drop: { takes: [], does: 'the attempt never arrives; it counts as an attempt without a response code' },
    duplicate: { takes: [], does: 'the same delivery arrives twice in one attempt' },
    delay: {
      takes: ['latency_ms'],
      latencyMs: 60_000,
      does: "the attempt is made later, by the account's clock",
    },
    bad_signature: { takes: [], does: '`PR-Signature` is signed with another secret' },
  } as const satisfies Modes,
  codesOn: () => [],
} as const satisfies Target
