import { changeSuccesses, errorOf, isLive, readSuccessJson } from '../../../variations/json-responses.ts'
import { type WireRequest, withJson } from '../../../variations/wire.ts'
import { acceptInsteadOf, alterCarrierLabels, buildMutant, refuseWith } from '../../proof/builders.ts'
import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Alteration, Mutant } from '../../proof/mutant.ts'
import { buildErrorResponse } from '../../proof/refusal.ts'
import { buildResponseMutant } from '../../proof/stateful/stateful.ts'
import { secondVoidMutants } from './mutants/second-voids.ts'

const hourMs = 3_600_000

/**
 * Creates the alteration of a deliberately broken service that refuses the voids for which `when` is true, as if the
 * package had been scanned.
 */
const refuseVoids = (when: (request: WireRequest, elapsedMs: number) => boolean): Alteration =>
  refuseWith('voidLabel', 422, 'LABEL.VOID.INELIGIBLE', (_, request, wire) =>
    when(request, wire.advancedMs(wire.accountOf(request))),
  )

/** Creates the alteration of a broken service that accepts voids of scanned labels once the clock was moved by `elapsedMs`. */
const acceptVoidsAfter = (elapsedMs: number): Alteration => ({
  response: (response, request, wire) =>
    request.operation === 'voidLabel' &&
    errorOf(response)?.['code'] === 'LABEL.VOID.INELIGIBLE' &&
    wire.advancedMs(wire.accountOf(request)) >= elapsedMs
      ? { ...withJson(response, { void_status: 'void_requested' }), status: 200 }
      : undefined,
})

/** Deliberately broken services that accept or refuse voids wrongly. */
export const mutants: readonly Mutant[] = [
  buildResponseMutant('ups-voids-again', 'A label of UPS can be voided twice.')
    .kills('VOID-008')
    .by(() => {
      const carriers = new Map<string, unknown>()
      return ({ operation, json, id, code, response }) => {
        if (operation === 'buyLabel') carriers.set(String(json['id']), json['carrier'])
        return code === 'LABEL.VOID.ALREADY_REQUESTED' && carriers.get(id) === 'UPS'
          ? { ...withJson(response, { id }), status: 200 }
          : undefined
      }
    }),
  ...buildErrorCodeMutants('LABEL.VOID.INELIGIBLE', 'VOID-004'),
  ...buildErrorCodeMutants('LABEL.VOID.ALREADY_REQUESTED', 'VOID-003'),
  buildResponseMutant(
    'refused-void-remembered',
    'If a void is refused after a scan, the next void of the label is refused as already requested.',
  )
    .kills('VOID-004')
    .by(() => {
      const refused = new Set<string>()
      return ({ code, id }) => {
        if (code !== 'LABEL.VOID.INELIGIBLE') return undefined
        const isSecond = refused.has(id)
        refused.add(id)
        return isSecond ? buildErrorResponse(422, 'LABEL.VOID.ALREADY_REQUESTED') : undefined
      }
    }),
  buildMutant('no-voids', 'No label can be voided.')
    .kills('VOID-001')
    .by(refuseWith('voidLabel', 422, 'LABEL.VOID.INELIGIBLE')),
  buildMutant('void-hidden', 'Reading a voided label does not show that it was voided.')
    .kills('VOID-002')
    .by(
      changeSuccesses('getLabel', (json) =>
        Object.fromEntries(Object.entries(json).filter(([name]) => !name.startsWith('void'))),
      ),
    ),
  buildMutant('void-as-revision', 'A void increases the revision of a label and changes nothing else.')
    .kills('VOID-002')
    .by(() => {
      const voided = new Set<string>()
      return {
        response: (response, request) => {
          if (request.operation === 'voidLabel' && response.status < 300) voided.add(request.path)
          const json = readSuccessJson(response)
          if (request.operation !== 'getLabel' || json === undefined) return undefined
          const fields = Object.entries(json).filter(([name]) => !name.startsWith('void'))
          return withJson(response, {
            ...Object.fromEntries(fields),
            revision: voided.has(request.path) ? 2 : 1,
          })
        },
      }
    }),
  buildMutant('void-twice', 'A label can be voided twice.')
    .kills('VOID-003', 'VOID-006')
    .by(acceptInsteadOf('LABEL.VOID.ALREADY_REQUESTED', { id: 'lbl_1' })),
  buildMutant('void-after-scan', 'A label can be voided after its package was scanned.')
    .kills('VOID-004', 'VOID-005')
    .by(acceptInsteadOf('LABEL.VOID.INELIGIBLE', { id: 'lbl_1' })),
  ...(
    [
      [
        'void-refused-and-done',
        'A void that is refused after a scan still takes effect.',
        'VOID-005',
        'LABEL.VOID.INELIGIBLE',
      ],
      [
        'void-counts-up',
        'A second void of a label, which is refused, changes the time of the first void.',
        'VOID-006',
        'LABEL.VOID.ALREADY_REQUESTED',
      ],
    ] as const
  ).map(
    ([id, deviation, rule, code]): Mutant =>
      buildMutant(id, deviation)
        .kills(rule)
        .by(() => {
          const refused = new Set<string>()
          return {
            response: (response, request) => {
              if (errorOf(response)?.['code'] === code) refused.add(request.path)
              const json = readSuccessJson(response)
              if (request.operation !== 'getLabel' || json === undefined || !refused.has(request.path))
                return undefined
              return withJson(response, {
                ...json,
                void_status: 'requested',
                void_requested_at: '2030-01-01T00:00:00.000Z',
              })
            },
          }
        }),
  ),
  buildMutant('unknown-voided', 'A label that does not exist can be voided.')
    .kills('VOID-007')
    .by(acceptInsteadOf('LABEL.NOT_FOUND', { id: 'lbl_1' })),
  buildMutant('void-of-fedex-refused', 'Labels of FedEx cannot be voided.')
    .kills('VOID-008')
    .by(
      alterCarrierLabels('FedEx', (_, request) =>
        request.operation === 'voidLabel' ? buildErrorResponse(422, 'LABEL.VOID.INELIGIBLE') : undefined,
      ),
    ),
  buildMutant('void-on-first-day-only', 'A label can be voided only on its first day.')
    .kills('VOID-101')
    .by(refuseVoids((_, elapsedMs) => elapsedMs > 24 * hourMs)),
  buildMutant('scan-by-event-unheard', 'A label can be voided after a tracking event of its package.')
    .kills('VOID-102')
    .by(acceptVoidsAfter(0)),
  buildMutant('scan-forgotten-in-a-day', 'A label can be voided a day after its package was scanned.')
    .kills('VOID-103')
    .by(acceptVoidsAfter(24 * hourMs)),
  buildMutant('void-marks-all', 'After one label is voided, no other label can be voided.')
    .kills('VOID-104')
    .by(() => {
      const voided = new Map<string | undefined, string>()
      return {
        response: (response, request, wire) => {
          if (request.operation !== 'voidLabel' || response.status > 299) return undefined
          const account = wire.accountOf(request)
          const first = voided.get(account) ?? request.path
          voided.set(account, first)
          return first === request.path ? undefined : buildErrorResponse(422, 'LABEL.VOID.ALREADY_REQUESTED')
        },
      }
    }),
  buildMutant('scan-marks-all', 'After one package is scanned, no label can be voided.')
    .kills('VOID-105')
    .by(() => {
      let isScanned = false
      return {
        controlRequest: (request) => {
          isScanned ||= request.path.includes('/scan')
          return undefined
        },
        response: (response, request) =>
          isScanned && request.operation === 'voidLabel' && response.status < 300
            ? buildErrorResponse(422, 'LABEL.VOID.INELIGIBLE')
            : undefined,
      }
    }),
  buildMutant('voids-at-once', 'Simultaneous voids of a label all succeed.')
    .kills('VOID-106')
    .by({
      response: (response, request) =>
        request.operation === 'voidLabel' && errorOf(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
          ? { ...withJson(response, { void_status: 'void_requested' }), status: 200 }
          : undefined,
    }),
  buildMutant('live-void-repeated', 'A live label can be voided many times.')
    .kills('VOID-201')
    .by(acceptInsteadOf('LABEL.VOID.ALREADY_REQUESTED', {}, isLive)),
  ...secondVoidMutants,
]
