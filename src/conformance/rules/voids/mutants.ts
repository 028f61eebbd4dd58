import { answers, errorOf, forgives, mutant, refuses, successJson } from '../../selftest/builders.ts'
import type { Mutant } from '../../selftest/mutant.ts'
import { refusal } from '../../selftest/refusal.ts'
import { withJson } from '../../selftest/wire.ts'

/** Voids. */
export const voidMutants: readonly Mutant[] = [
  mutant(
    'no-voids',
    'No label can be voided.',
    ['VOID-001'],
    refuses('voidLabel', 422, 'LABEL.VOID.INELIGIBLE'),
  ),
  mutant(
    'void-hidden',
    'A label does not show its void.',
    ['VOID-002'],
    answers('getLabel', (json) =>
      Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void'))),
    ),
  ),
  {
    id: 'void-as-update',
    deviation: 'A void changes the time of the last change of a label alone.',
    kills: ['VOID-002'],
    open: () => {
      const voided = new Set<string>()
      let count = 0
      return {
        response: (response, request) => {
          if (request.operation === 'voidLabel' && response.status < 300) voided.add(request.path)
          const json = successJson(response)
          if (request.operation !== 'getLabel' || json === undefined) return undefined
          count += 1
          return withJson(response, {
            ...Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void'))),
            changed: voided.has(request.path) ? '2030-01-02T00:00:00Z' : json['created_at'],
            meta: { reading: count },
          })
        },
      }
    },
  },
  {
    id: 'void-as-revision',
    deviation: 'A void counts up the revision of a label, and changes nothing else.',
    kills: ['VOID-002'],
    open: () => {
      const voided = new Set<string>()
      return {
        response: (response, request) => {
          if (request.operation === 'voidLabel' && response.status < 300) voided.add(request.path)
          const json = successJson(response)
          if (request.operation !== 'getLabel' || json === undefined) return undefined
          const fields = Object.entries(json).filter(([name]) => !name.startsWith('void'))
          return withJson(response, {
            ...Object.fromEntries(fields),
            revision: voided.has(request.path) ? 2 : 1,
          })
        },
      }
    },
  },
  mutant(
    'void-twice',
    'A label can be voided again.',
    ['VOID-003', 'VOID-006'],
    forgives('LABEL.VOID.ALREADY_REQUESTED', { id: 'lbl_1' }),
  ),
  mutant(
    'void-after-scan',
    'A label can be voided after its scan.',
    ['VOID-004', 'VOID-005'],
    forgives('LABEL.VOID.INELIGIBLE', { id: 'lbl_1' }),
  ),
  mutant('void-twice-ineligible', 'A second void is told as ineligible.', ['VOID-003'], {
    response: (response) =>
      errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
        ? refusal(422, 'LABEL.VOID.INELIGIBLE')
        : undefined,
  }),
  ...(
    [
      [
        'void-refused-and-done',
        'A void refused after a scan is done nevertheless.',
        'VOID-005',
        'LABEL.VOID.INELIGIBLE',
      ],
      [
        'void-counts-up',
        'A second void changes when the first was asked for.',
        'VOID-006',
        'LABEL.VOID.ALREADY_REQUESTED',
      ],
    ] as const
  ).map(
    ([id, deviation, rule, code]): Mutant => ({
      id,
      deviation,
      kills: [rule],
      open: () => {
        const refused = new Set<string>()
        return {
          response: (response, request) => {
            if (errorOf(response)?.['code'] === code) refused.add(request.path)
            const json = successJson(response)
            if (request.operation !== 'getLabel' || json === undefined || !refused.has(request.path))
              return undefined
            return withJson(response, {
              ...json,
              void_status: 'requested',
              void_requested_at: '2030-01-01T00:00:00.000Z',
            })
          },
        }
      },
    }),
  ),
  mutant(
    'unknown-voided',
    'A label that is not there can be voided.',
    ['VOID-007'],
    forgives('LABEL.NOT_FOUND', { id: 'lbl_1' }),
  ),
]
