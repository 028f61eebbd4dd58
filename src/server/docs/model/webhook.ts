import { type DocumentedChoice, document } from './document.ts'
import { type Field, toParameterField } from './fields.ts'
import { type Body, describeBody, splitDescription } from './operations.ts'

interface WebhookEvent {
  /** The name of the event: `label.created`. */
  readonly name: string
  readonly headers: readonly Field[]
  readonly body: Body
  /** The statements of the specification about the event. */
  readonly statements: readonly string[]
  readonly choices: readonly DocumentedChoice[]
}

export const webhook: WebhookEvent = readWebhook()

function readWebhook(): WebhookEvent {
  const [event] = Object.entries(document.webhooks)
  if (event === undefined) throw new Error('The OpenAPI document has no webhook event.')
  const [name, { post }] = event
  const json = post.requestBody?.content?.['application/json']
  if (json === undefined)
    throw new Error(`The webhook event ${name} in the OpenAPI document has no JSON body.`)
  return {
    name,
    headers: post.parameters.map(toParameterField),
    body: describeBody(json),
    statements: splitDescription(post.description).statements,
    choices: post['x-drydock-choice'],
  }
}
