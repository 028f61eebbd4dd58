import { z } from 'zod'
import type { Environment } from '../confirmed-state.ts'
import { type Action, isSuccess, sendChange } from '../lane.ts'
import { listNoOtherState } from './labels.ts'

const made = z.object({ id: z.string(), tracking_number: z.string(), events: z.array(z.unknown()) })

/** Tracking numbers with a special meaning in JavaScript, JSON, paths or the data file. */
const oddNumbers = [
  '*',
  '__proto__',
  'constructor',
  '99994',
  '99998',
  '…\u2028\u{1f4e6}',
  '"}\\n{',
  '..',
  '/ ?#%00',
]

/** Registers a tracker for a label of the account, or for an unknown number. */
export const registerTracker: Action = async (lane) => {
  const environment = lane.draw.pick<Environment>(['test', 'live'])
  const own = lane.facts.labels.filter(
    (label) => label.environment === environment && label.trackingNumber !== '',
  )
  const trackingNumber =
    own.length > 0 && lane.draw.chance(0.7)
      ? lane.draw.pick(own).trackingNumber
      : `${lane.draw.pick(oddNumbers)}${lane.draw.chance(0.5) ? lane.draw.between(1, 9) : ''}`
  const body = { tracking_number: trackingNumber, carrier: 'UPS' }
  const key = lane.facts.keys[environment]
  const answer = await sendChange(lane, { method: 'POST', path: '/v1/trackers', key, body })
  if (answer === undefined || !isSuccess(answer)) return answer === undefined ? listNoOtherState : undefined
  const { id, tracking_number, events } = made.parse(answer.body)
  if (lane.facts.trackers.some((tracker) => tracker.id === id)) return undefined
  lane.facts.trackers.push({ id, environment, trackingNumber: tracking_number, events: events.length })
  return undefined
}
