import { answers, errorOf, isLive } from '../json-responses.ts'
import { replacingText } from '../text-replacement.ts'
import type { Variation } from '../variation.ts'
import { decodePath, type WireRequest, withJson } from '../wire.ts'

/** The 24 digits of the simulator's ids as a UUID, and back. */
const uuidOf = (digits: string): string =>
  `000000${digits}`.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
const digitsOf = (uuid: string): string =>
  uuid.replace(/^(.{8})-(.{4})-4(.{3})-8(.{3})-(.{12})$/, '$1$2$3$4$5').slice(6)

const simple = /\b(lbl|bat|trk)_([0-9a-z]{24})\b/g
const uuid = /\b(lbl|bat|trk)_([0-9a-z]{8}-[0-9a-z]{4}-4[0-9a-z]{3}-8[0-9a-z]{3}-[0-9a-z]{12})\b/g
const inPath = /^\/v1\/(?:labels|batches|trackers)\/([^/]+)/

/** Variations of batches and ids. */
export const batchVariations: readonly Variation[] = [
  {
    id: 'instant-batches',
    what: 'Batches of the sandbox are completed at once, and then have no fields of progress.',
    silent: { choice: 43 },
    offered: {
      changes: ['batches'],
      because:
        'The specification states no speed of processing, and the fields of progress are those of processing.',
    },
    open: () =>
      answers('getBatch', (json, request) => {
        if (isLive(request)) return undefined
        const { estimated_completion_percentage: _, estimated_time_remaining_seconds: __, ...rest } = json
        return { ...rest, status: 'completed' }
      }),
  },
  {
    id: 'uuids',
    what: 'Ids are UUIDs after their prefix, and an id of another form is refused as invalid.',
    silent: { choice: 9 },
    offered: { changes: ['ids'], because: 'The specification states at most the prefix of an id.' },
    open: () => {
      const renamed = replacingText(
        (text) => text.replace(simple, (_, kind, digits) => `${kind}_${uuidOf(digits)}`),
        (text) => text.replace(uuid, (_, kind, id) => `${kind}_${digitsOf(id)}`),
      )
      const malformed = (request: WireRequest): WireRequest | undefined => {
        const id = decodePath(inPath.exec(request.path)?.[1] ?? '')
        if (id === '' || id.replace(uuid, '') === '') return undefined
        return {
          ...request,
          path: request.path.replace(/[^/]+/g, (part) => (decodePath(part) === id ? 'malformed' : part)),
        }
      }
      return {
        ...renamed,
        request: (request, wire) => malformed(request) ?? renamed.request?.(request, wire),
        response: async (response, request, wire) => {
          const error = errorOf(response)
          const isMalformed = inPath.exec(request.path)?.[1] === 'malformed'
          if (isMalformed && String(error?.['code']).endsWith('.NOT_FOUND')) {
            const invalid = { ...error, code: 'VALIDATION.FIELD.INVALID', field: 'id' }
            return { ...withJson(response, { error: invalid }), status: 422 }
          }
          return renamed.response?.(response, request, wire)
        },
      }
    },
  },
]
