import * as z from 'zod'
import { type BodyOf, body, describeSchema, listOf, text, timestampOrNull } from '../body-schema.ts'
import { environment, scope } from '../enums.ts'

const scopes = listOf(scope, 'The scopes of the key.')
const expiresAt = timestampOrNull('When the key expires; null if it never does.')

/** A key as the control protocol lists it: never its value. */
export type KeyBody = BodyOf<typeof keyBody>
export const keyBody = body(
  {
    id: text('The id of the key, to revoke it.'),
    prefix: text('The first characters of the key.'),
    last_four: text('The last four characters of the key.'),
    environment,
    scopes,
    created_at: timestampOrNull('When the key was created; null if that is not known.'),
    expires_at: expiresAt,
    revoked_at: timestampOrNull('When the key was revoked; null if the key was not revoked.'),
  },
  'An API key, without its value.',
  { id: 'Key' },
)

/** A new key; its value is shown only this once. */
export type NewKeyBody = BodyOf<typeof newKeyBody>
export const newKeyBody = body(
  {
    id: text('The id of the key, to revoke it.'),
    key: describeSchema(
      z.string().regex(/^pr_(live|test)_[0-9a-f]{32}$/),
      'The value of the key. It is shown only in this response.',
    ),
    environment,
    scopes,
    expires_at: expiresAt,
  },
  'A new API key, with its value.',
  { id: 'NewKey' },
)
