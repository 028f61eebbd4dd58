import { expectError, expectResource, expectSuccess, expectThat } from '../../http/expect.ts'
import { show, showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { active } from '../support/active.ts'
import { unknownIdLike, unknownIds } from '../support/requests.ts'
import { liveTracker, readTracker, statusOf } from './tracker-reading.ts'

export const trackerRules: readonly Rule[] = [
  active({
    id: 'TRACK-001',
    judges: ['ENDPOINTS-62', 'SERVICE-9', 'RESOURCES-71', 'ENDPOINTS-65'],
    title: 'A tracking number can be registered, and its tracker has an id.',
    operation: 'registerTracker',
    run: async (t) => {
      const { trackingNumber, carrier } = await t.setup.label()
      const body = { tracking_number: trackingNumber, carrier }
      expectResource(await t.call('registerTracker', { body }), 'tracker').text('id')
    },
  }),
  active({
    id: 'TRACK-002',
    judges: ['ENDPOINTS-66', 'ENDPOINTS-68'],
    title: 'A tracker that was registered can be read.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      expectThat(tracker.raw('id') === id, {
        expected: `the tracker with the id ${id}`,
        actual: showField('id', tracker.raw('id')),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-003',
    judges: ['RESOURCES-72'],
    title: 'A tracker has the tracking number it was registered with.',
    operation: 'getTracker',
    run: async (t) => {
      const { id, trackingNumber } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const found = tracker.raw('tracking_number')
      expectThat(found === trackingNumber, {
        expected: `tracking_number ${trackingNumber}`,
        actual: showField('tracking_number', found),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-004',
    judges: ['RESOURCES-73'],
    title: 'A tracker has the carrier it was registered with.',
    operation: 'getTracker',
    run: async (t) => {
      const { id, carrier } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const found = tracker.text('carrier')
      expectThat(found.toLowerCase() === carrier.toLowerCase(), {
        expected: `carrier ${carrier}`,
        actual: `carrier ${found}`,
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-005',
    judges: ['RESOURCES-74', 'SERVICE-10', 'RESOURCES-75', 'ENDPOINTS-70'],
    title: 'The status of a tracker is one of the six.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await readTracker(t, id)
      statusOf(tracker)
    },
  }),
  active({
    id: 'TRACK-006',
    judges: ['RESOURCES-76', 'ENDPOINTS-70'],
    title: 'A tracker has a list of events.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker } = await readTracker(t, id)
      tracker.list('events')
    },
  }),
  active({
    id: 'TRACK-007',
    judges: ['ENDPOINTS-69', 'ERRORS-82', 'ERRORS-83'],
    title: 'A tracker id that nobody was given is not found.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      expectError(
        await t.call('getTracker', { id: unknownIdLike(id, unknownIds.tracker) }),
        'TRACKER.NOT_FOUND',
      )
    },
  }),
  active({
    id: 'TRACK-008',
    judges: ['RESOURCES-82'],
    title: 'A label that was just bought has a parcel that nobody has scanned yet.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      const { tracker, answer } = await readTracker(t, id)
      const status = statusOf(tracker)
      if (status === 'unknown') {
        t.notJudged('its carrier has not been asked yet, or does not know the number of a sandbox label')
      }
      expectThat(status === 'pre_transit', {
        expected: 'status pre_transit',
        actual: showField('status', status),
        answer,
      })
    },
  }),
  active({
    id: 'TRACK-009',
    judges: ['ENDPOINTS-73'],
    title: 'A tracker may be read as often as the limit allows.',
    operation: 'getTracker',
    run: async (t) => {
      const { id } = await t.setup.tracker()
      for (let count = 0; count < 6; count += 1) expectSuccess(await t.call('getTracker', { id }))
    },
  }),
  active({
    id: 'TRACK-010',
    judges: ['RESOURCES-72', 'RESOURCES-73'],
    title: 'What a registration tells of its tracker is so.',
    operation: 'registerTracker',
    run: async (t) => {
      const { trackingNumber, carrier } = await t.setup.label()
      const body = { tracking_number: trackingNumber, carrier }
      const answer = await t.call('registerTracker', { body })
      const told = await t.setup.of('The registration', async () => expectResource(answer, 'tracker'))
      const { tracker } = await readTracker(t, told.text('id'))
      // The carrier may not have been polled yet.
      const statuses = ['unknown', 'pre_transit', tracker.raw('status')]
      const isSo: Readonly<Record<string, (text: string) => boolean>> = {
        tracking_number: (text) => text === trackingNumber,
        carrier: (text) => text.toLowerCase() === carrier.toLowerCase(),
        status: (text) => statuses.includes(text),
      }
      const texts = Object.entries(told.value).flatMap(([name, text]) =>
        typeof text === 'string' && isSo[name] !== undefined ? [{ name, text }] : [],
      )
      if (texts.length === 0) t.notJudged('the registration tells of none of it in a text')
      expectThat(
        texts.every(({ name, text }) => isSo[name]?.(text) === true),
        { expected: `${trackingNumber} of ${carrier}, not scanned yet`, actual: show(texts), answer },
      )
    },
  }),
  active({
    id: 'TRACK-011',
    judges: ['ENDPOINTS-68', 'RESOURCES-72'],
    title: 'A tracker that was registered with a live key can be read with it, in the same shape.',
    operation: 'getTracker',
    needs: ['key:live'],
    run: async (t) => {
      const { id, trackingNumber } = await liveTracker(t)
      const { tracker, answer } = await readTracker(t, id, 'live')
      const found = [tracker.raw('id'), tracker.raw('tracking_number')]
      expectThat(found[0] === id && found[1] === trackingNumber, {
        expected: `id ${id} and tracking_number ${trackingNumber}`,
        actual: `${showField('id', found[0])} and ${showField('tracking_number', found[1])}`,
        answer,
      })
      tracker.text('carrier')
      statusOf(tracker)
      tracker.list('events')
    },
  }),
  active({
    id: 'TRACK-012',
    judges: ['AUTHENTICATION-37'],
    title: 'A test key cannot read a tracker that was registered in production.',
    operation: 'getTracker',
    needs: ['key:test', 'key:live'],
    run: async (t) => {
      const { id } = await liveTracker(t)
      await t.setup.works('The tracker with the live key', t.call('getTracker', { id, key: 'live' }))
      expectError(await t.call('getTracker', { id }), 'AUTH.KEY.SANDBOX_IN_PRODUCTION')
    },
  }),
]
