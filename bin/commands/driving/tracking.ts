import { scriptNames } from '../../../src/simulator/tracking/script.ts'
import { createChoiceReader, type Reader, text } from '../../files/reader.ts'
import { defineArgument, defineOption, defineOptionalArgument } from '../../parsing/option.ts'
import { printProblem } from '../../printing/output.ts'
import { defineRemoteCommand } from '../../remote.ts'

const number = defineArgument({ name: 'NUMBER', describe: 'the tracking number', reader: text })

const optionalNumber = defineOptionalArgument({
  name: 'NUMBER',
  field: 'tracking_number',
  describe: 'the tracking number; if it is left out, all numbers',
  reader: text,
})

const carrier = defineOption({
  name: 'carrier',
  describe: 'poll only the trackers of this carrier',
  reader: text,
})

const script = defineArgument({
  name: 'NAME',
  field: 'script',
  describe:
    'standard, never_scanned, in_transit, out_for_delivery, delivered, returned, exception_then_delivered, unknown, ' +
    'lost or held, in any letter case',
  reader: ignoreLetterCase(createChoiceReader(scriptNames)),
})

const status = defineArgument({
  name: 'STATUS',
  describe: 'pre_transit, in_transit, out_for_delivery, delivered, exception or unknown, in any letter case',
  reader: ignoreLetterCase(
    createChoiceReader([
      'pre_transit',
      'in_transit',
      'out_for_delivery',
      'delivered',
      'exception',
      'unknown',
    ]),
  ),
})

const detail = defineOptionalArgument({
  name: 'DETAIL',
  field: 'status_detail',
  describe: "the carrier's message",
  reader: text,
})

const labelId = defineArgument({ name: 'LABEL_ID', describe: 'the id of the label', reader: text })

export const trackingScript = defineRemoteCommand({
  arguments: [number, script],
  examples: [
    {
      line: 'drydock tracking script 9999000000000000000001 lost',
      does: 'Let this parcel get lost from now on',
    },
  ],
  act: async ({ account }, input) => {
    await account.tracking.script(input.get(number), input.get(script))
    return [`${input.get(number)} follows ${input.get(script)} from here on.`]
  },
})

export const trackingEvent = defineRemoteCommand({
  arguments: [number, status, detail],
  examples: [
    {
      line: 'drydock tracking event 9999000000000000000001 exception "Held at customs"',
      does: 'Add an event at the carrier; trackers show it at the next poll',
    },
  ],
  act: async ({ account }, input) => {
    const status_detail = input.get(detail)
    const { trackers } = await account.tracking.event(input.get(number), {
      status: input.get(status),
      ...(status_detail !== undefined && { status_detail }),
    })
    const added = `The event ${input.get(status)} is added to ${input.get(number)}`
    if (trackers.length > 0) return [`${added}; it shows at the next poll.`]
    printProblem(
      `No tracker of the account ${account.id} has ${input.get(number)}: register a tracker with this number to see the event.`,
    )
    return [`${added}.`]
  },
})

export const trackingPoll = defineRemoteCommand({
  arguments: [optionalNumber],
  options: [carrier],
  examples: [
    {
      line: 'drydock tracking poll 9999000000000000000001',
      does: 'Let the trackers of this parcel show all its events now',
    },
    { line: 'drydock tracking poll', does: 'Poll all trackers of the account; time does not move' },
  ],
  act: async ({ account }, input, note) => {
    const tracking_number = input.get(optionalNumber)
    const named = input.get(carrier)
    const { fired } = await account.tracking.poll({
      ...(tracking_number !== undefined && { tracking_number }),
      ...(named !== undefined && { carrier: named }),
    })
    if (fired.length === 0) note('No tracker matches; POST /v1/trackers registers one.')
    return [`Polled ${fired.length === 1 ? '1 tracker' : `${fired.length} trackers`}.`]
  },
})

export const trackingScan = defineRemoteCommand({
  arguments: [labelId],
  examples: [
    {
      line: 'drydock tracking scan lbl_k2',
      does: 'Scan the package; its label can then no longer be voided',
    },
  ],
  act: async ({ account }, input) => {
    await account.tracking.scan(input.get(labelId))
    return [`The carrier has scanned ${input.get(labelId)}.`]
  },
})

function ignoreLetterCase<Word extends string>(words: Reader<Word>): Reader<Word> {
  return {
    ...words,
    read: (given) => {
      try {
        return words.read(given.toLowerCase().replaceAll('-', '_'))
      } catch {
        return words.read(given)
      }
    },
  }
}
