import type { Answer } from '../http/answer.ts'
import { NotJudged, Unsafe } from '../http/failures.ts'
import type { RuleContext, RuleInbox } from '../rule-context.ts'
import type { Arrival, Reply } from '../target/arrival.ts'
import type { RuleBox } from '../target/box.ts'
import type { RuleExecution } from './rule-execution.ts'
import type { RuleWaits } from './rule-waits.ts'
import { madeId } from './spending.ts'

/** The inbox of one rule, opened when the rule asks for it. */
export interface InboxOfRule {
  readonly open: RuleContext['inbox']
  /** Claims the events of a label that the rule has bought, as they may come before the rule asks for them. */
  record(answer: Answer): void
  /** Wraps calls so that a purchase announces its event, which may come before the answer with the label's id. */
  around(call: RuleContext['call']): RuleContext['call']
  /** The deliveries for the rule so far. */
  arrivals(): readonly Arrival[]
  close(): void
}

/** Makes the inbox of a rule, without opening it. */
export function openInboxOf({ rule, run, controlled }: RuleExecution, ruleWaits: RuleWaits): InboxOfRule {
  const { inbox, control, webhookSecret } = run.target
  let box: RuleBox | undefined
  return {
    arrivals: () => box?.arrivals() ?? [],
    close: () => box?.close(),
    around: (call) => async (name, request) => {
      const end = name === 'buyLabel' ? box?.expectOne() : undefined
      try {
        return await call(name, request)
      } finally {
        end?.()
      }
    },
    record: (answer) => {
      const id = answer.operation === 'buyLabel' ? madeId(answer, 'label') : undefined
      if (id !== undefined) box?.claim(id)
    },
    open: async () => {
      if (inbox === undefined) throw new Unsafe(`${rule.id} uses the inbox without needing it`)
      if (control?.works.has('webhook') !== true) {
        box = inbox.openSharedBox()
        return asRuleInbox(box, webhookSecret, ruleWaits)
      }
      box = inbox.openBox()
      return asRuleInbox(box, await controlled().webhook.set(box.url), ruleWaits)
    },
  }
}

function asRuleInbox(box: RuleBox, secret: string | undefined, ruleWaits: RuleWaits): RuleInbox {
  return {
    url: box.url,
    secret,
    respond: (script) => box.respond(script),
    waitFor: async (labelId, attempts = 1) => {
      const arrivals = await ruleWaits.arrivals(box, labelId, attempts)
      const reply = box.misanswered(labelId)
      if (reply !== undefined) throw new NotJudged(misanswered(labelId, reply))
      return arrivals
    },
    arrivals: (labelId) => {
      box.claim(labelId)
      return box.arrivals(labelId)
    },
    all: () => box.arrivals(),
  }
}

function misanswered(labelId: string, reply: Reply): string {
  const how = 'cut' in reply ? 'was not answered' : `was answered with ${reply.status}`
  return `the event of ${labelId} came so long before the answer to its purchase that it ${how} before anybody could know whose it is`
}
