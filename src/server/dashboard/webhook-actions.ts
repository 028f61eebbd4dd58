import type { Context } from '../../simulator/accounts/context.ts'
import { word } from './control-call.ts'
import type { Actions, PageAction, Undo } from './page.ts'

const path = '/accounts/{account}/webhook'

/** Returns the message with the secret, which pages show only once. */
function told(text: string, answer: unknown) {
  const { signing_secret } = Object(answer)
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
  said: () => 'It was sent once more.',
}

function targetAsItWas({ state }: Context): Undo {
  const { url } = state.webhook.get()
  return url === null ? { action: 'clear', values: {} } : { action: 'set', values: { url } }
}

function targeted({ state }: Context): string {
  return state.webhook.get().url ?? 'no URL'
}

/** The actions of the page of webhooks. */
export const webhookActions: Actions = {
  set: {
    call: ({ url = '' }) => ({ call: `PUT ${path}`, body: { url }, command: `webhook set ${word(url)}` }),
    said: (_, answer) => told('Events go there from now on. They are signed with this secret:', answer),
    undo: targetAsItWas,
    stands: targeted,
  },
  secret: {
    call: () => ({ call: `GET ${path}`, command: 'webhook show' }),
    said: (_, answer) => told('Events are signed with this secret:', answer),
  },
  clear: {
    call: () => ({ call: `DELETE ${path}`, command: 'webhook clear' }),
    said: () => 'No more events are sent.',
    undo: targetAsItWas,
    stands: targeted,
  },
  resend,
}
