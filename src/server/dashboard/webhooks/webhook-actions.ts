import type { Context } from '../../../simulator/accounts/context.ts'
import { shellWord } from '../control-call.ts'
import type { Actions, PageAction, Undo } from '../page.ts'

const path = '/accounts/{account}/webhook'

/** Returns the message with the secret, which pages show only once. */
function secretMessage(text: string, response: unknown) {
  const { signing_secret } = Object(response)
  return { text, code: { label: 'the signing secret', code: String(signing_secret) } }
}

/**
 * Requests one more attempt and makes it at once, even if the account's clock is paused, as the command does.
 */
export const resend: PageAction = {
  call: ({ delivery = '' }) => [
    {
      call: `POST ${path}/deliveries/{delivery}/redeliver`,
      params: { delivery },
      command: `webhook redeliver ${delivery}`,
    },
    { call: 'POST /accounts/{account}/clock/advance', body: { seconds: 0 } },
  ],
  message: () => 'It was sent again.',
}

function undoTarget({ state }: Context): Undo {
  const { url } = state.webhook.get()
  return url === null ? { action: 'clear', values: {} } : { action: 'set', values: { url } }
}

function targetText({ state }: Context): string {
  return state.webhook.get().url ?? 'no URL'
}

/** The actions of the page of webhooks. */
export const webhookActions: Actions = {
  set: {
    call: ({ url = '' }) => ({
      call: `PUT ${path}`,
      body: { url },
      command: `webhook set ${shellWord(url)}`,
    }),
    message: (_, response) =>
      secretMessage('Events go there from now on. They are signed with this secret:', response),
    undo: undoTarget,
    currentValue: targetText,
  },
  secret: {
    call: () => ({ call: `GET ${path}`, command: 'webhook show' }),
    message: (_, response) => secretMessage('Events are signed with this secret:', response),
  },
  clear: {
    call: () => ({ call: `DELETE ${path}`, command: 'webhook clear' }),
    message: () => 'No more events are sent.',
    undo: undoTarget,
    currentValue: targetText,
  },
  resend,
}
