import * as z from 'zod'
import { type BodyOf, body, described, listOf, text, timestampOrNull } from './body-schema.ts'
import { environment, scope } from './enums.ts'

const scopes = listOf(scope, 'What it may do.')
const expiresAt = timestampOrNull('From when on it is refused; null where it never is.')

/** A key as the control protocol lists it: never its value. */
export type KeyBody = BodyOf<typeof keyBody>
export const keyBody = body(
  {
    id: text('What to revoke it by.'),
    prefix: text('What its value begins with.'),
    last_four: text('The last four characters of its value.'),
    environment,
    scopes,
    created_at: timestampOrNull('When it was made; null where that is not known.'),
    expires_at: expiresAt,
    revoked_at: timestampOrNull('When it was revoked; null where it was not.'),
  },
  'A key, without its value.',
)

/** A key just made; its value is shown this once. */
export type NewKeyBody = BodyOf<typeof newKeyBody>
export const newKeyBody = body(
  {
    id: text('What to revoke it by.'),
    key: described(z.string().regex(/^pr_(live|test)_[0-9a-f]{32}$/), 'Its value, which is shown this once.'),
    environment,
    scopes,
    expires_at: expiresAt,
  },
  'A key that was just made.',
)
