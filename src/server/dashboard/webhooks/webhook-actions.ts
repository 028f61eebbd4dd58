import { quoteShellWord } from '../control-call.ts'
import type { Actions, PageAction } from '../page.ts'

const path = '/accounts/{account}/webhook'

/** Returns a message with the signing secret, which pages show only once. */
function buildSecretMessage(text: string, response: unknown) {
  const { signing_secret } = Object(response)
  return { text, code: { label: 'the signing secret', code: String(signing_secret) } }
}

/** Requests one more attempt of a delivery and makes it at once, even if the account's clock is frozen. */
export const resend: PageAction = {
  call: ({ delivery = '' }) => [
    {
      call: `POST ${path}/deliveries/{delivery}/redeliver`,
      params: { delivery },
      command: `webhook redeliver ${delivery}`,
    },
    { call: 'POST /accounts/{account}/clock/advance', body: { seconds: 0 } },
  ],
  message: () => 'The delivery was sent again.',
}

/** The undo of an action that sets or removes the webhook's URL. */
const undoableUrl: Pick<PageAction, 'undo' | 'currentValue'> = {
  undo: ({ state }) => {
    const { url } = state.webhook.get()
    return url === null ? { action: 'clear', values: {} } : { action: 'set', values: { url } }
  },
  currentValue: ({ state }) => state.webhook.get().url ?? 'no URL',
}

export const webhookActions: Actions = {
  set: {
    ...undoableUrl,
    call: ({ url = '' }) => ({
      call: `PUT ${path}`,
      body: { url },
      command: `webhook set ${quoteShellWord(url)}`,
    }),
    message: (_, response) =>
      buildSecretMessage('Events go to this URL from now on. Each is signed with this secret:', response),
  },
  secret: {
    call: () => ({ call: `GET ${path}`, command: 'webhook show' }),
    message: (_, response) => buildSecretMessage('Each event is signed with this secret:', response),
  },
  clear: {
    ...undoableUrl,
    call: () => ({ call: `DELETE ${path}`, command: 'webhook clear' }),
    message: () => 'No more events are sent.',
  },
  resend,
}
