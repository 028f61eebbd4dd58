import { withHeader } from '../../../../src/conformance/selftest/wire.ts'
import { isObject } from '../../../../src/conformance/wire/fields.ts'
import { answersWith, errorIn, purchase, refused, succeedsWith } from '../answers.ts'
import { listed } from '../breakage.ts'
import { goesTo } from '../limits.ts'
import { labels } from '../resources.ts'
import { delivers } from '../webhooks.ts'

/** Labels and their voids (choices 33 to 35). */

const download = goesTo('GET /v1/labels/{id}/download')
const sample = goesTo('GET /v1/sandbox/labels/{id}.pdf')

export const labelChoices = listed({
  33: [
    delivers('A webhook names the sample.', (event) => {
      const { data } = event
      if (!isObject(data)) return undefined
      const url = String(data['label_url']).replace('/v1/labels/', '/v1/sandbox/labels/')
      return { ...event, data: { ...data, label_url: url.replace('/download', '.pdf') } }
    }),
    purchase('A sandbox label names the download.', (label, live) =>
      live ? undefined : { ...label, label_url: String(label['label_url']).replace('/sandbox', '') },
    ),
    purchase('A live label names a sample.', (label, live) =>
      live
        ? { ...label, label_url: String(label['label_url']).replace('/labels', '/sandbox/labels') }
        : undefined,
    ),
    answersWith('A sample takes a key.', (response, request) =>
      sample(request) && !('authorization' in request.headers)
        ? refused(response, 'AUTH.KEY.MISSING')
        : undefined,
    ),
    answersWith('A PDF is told to be bytes.', (response, request) =>
      download(request) && response.status === 200
        ? withHeader(response, 'content-type', 'application/octet-stream')
        : undefined,
    ),
  ],
  34: [
    labels('A void is pending.', (label) =>
      label['void_status'] === 'requested' ? { ...label, void_status: 'pending' } : undefined,
    ),
    labels('A label does not tell when its void was asked for.', ({ void_requested_at, ...rest }) =>
      void_requested_at === undefined ? undefined : rest,
    ),
    succeedsWith('A void answers the whole label.', 'voidLabel', (json) => ({ ...json, carrier: 'UPS' })),
  ],
  35: [
    {
      what: 'After a scan a pending void is too late.',
      open: () => {
        let isScanned = false
        return {
          controlRequest: ({ path }) => {
            if (path.endsWith('/scan')) isScanned = true
            return undefined
          },
          response: (response) =>
            isScanned && errorIn(response)?.['code'] === 'LABEL.VOID.ALREADY_REQUESTED'
              ? refused(response, 'LABEL.VOID.INELIGIBLE')
              : undefined,
        }
      },
    },
  ],
})
