import * as z from 'zod'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { describeAllowedWords } from '../../simulator/requests/similar-words.ts'
import { createTextSchema } from '../../simulator/requests/text-field.ts'
import { addCarrierEvent, scanPackageNow, switchScript } from '../../simulator/resources/journeys.ts'
import { pollTrackersNow } from '../../simulator/resources/poll-now.ts'
import { listTrackerIds } from '../../simulator/resources/trackers.ts'
import { fail } from '../../simulator/specification/errors.ts'
import type { TrackingStatus } from '../../simulator/specification/model.ts'
import { buildClockBody } from '../../simulator/time/clock-moves.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import { isTrackingStatus } from '../../simulator/tracking/normalise.ts'
import { isScriptName, scriptNames } from '../../simulator/tracking/script.ts'
import { runInSlices } from '../time-slices.ts'
import { carrierName, createStrictSchema } from './fields.ts'
import { type ControlRoute, defineAccountRoute, defineBodyRoute } from './route.ts'

const longestText = 500

const scriptText = z
  .string({ error: 'must be a text' })
  .register(z.globalRegistry, { enum: [...scriptNames] })

const script = createStrictSchema({
  script: scriptText
    .transform((name, context) => {
      if (isScriptName(name)) return name
      context.addIssue({ code: 'custom', message: describeAllowedWords(scriptNames, name) })
      return z.NEVER
    })
    .describe('The tracking script that the number follows from now on.'),
})

const event = createStrictSchema({
  status: createTextSchema(longestText, { empty: false }).describe(
    'The status that the event brings. A text that is not one of the six statuses shows as `unknown`.',
  ),
  status_detail: createTextSchema(longestText, { empty: true })
    .nullish()
    .describe('What happened, in the words of the carrier.'),
})

const pollChoice = createStrictSchema({
  tracking_number: createTextSchema(longestText, { empty: false })
    .optional()
    .describe('Poll only the trackers of this tracking number; by default, of every number.'),
  carrier: carrierName
    .optional()
    .describe('Poll only the trackers of this carrier; by default, of every carrier.'),
})

export const trackingRoutes: readonly ControlRoute[] = [
  defineAccountRoute('POST', '/labels/{label}/scan', (context, { param }) => {
    const label = context.state.labels.get(param('label')) ?? fail('LABEL.NOT_FOUND')
    scanPackageNow(context, label)
    const { id, trackingNumber } = label
    return {
      status: 200,
      body: { label_id: id, tracking_number: trackingNumber, scanned_at: toTimestamp(context.clock.now()) },
    }
  }),
  defineBodyRoute('PUT', '/tracking/{number}', script, (context, { script: named }, { param }) => {
    const trackingNumber = requireShortTrackingNumber(param('number'))
    switchScript(context, trackingNumber, named)
    return { status: 200, body: { tracking_number: trackingNumber, script: named } }
  }),
  defineBodyRoute(
    'POST',
    '/tracking/{number}/events',
    event,
    (context, { status, status_detail }, { param }) => {
      const trackingNumber = requireShortTrackingNumber(param('number'))
      const shown: TrackingStatus = isTrackingStatus(status) ? status : 'unknown'
      addCarrierEvent(context, trackingNumber, { status: shown, message: status_detail ?? null })
      const trackers = listTrackerIds(context, trackingNumber)
      return { status: 202, body: { tracking_number: trackingNumber, status: shown, trackers } }
    },
  ),
  defineBodyRoute(
    'POST',
    '/tracking/poll',
    pollChoice,
    async (context, { tracking_number, carrier }, request) => {
      const which = { trackingNumber: tracking_number, carrier }
      const fired = await runInSlices(pollTrackersNow(context, which, request.simulator))
      return { status: 200, body: { ...buildClockBody(context), fired } }
    },
  ),
]

function requireShortTrackingNumber(trackingNumber: string): string {
  return trackingNumber.length <= longestText
    ? trackingNumber
    : refuseField('number', `must be at most ${longestText} characters long`)
}
