import * as z from 'zod'

/** An OpenAPI document, whose form is not ours to describe. */
export const openapiBody = z.looseObject({}).meta({
  id: 'OpenapiDocument',
  description: 'An OpenAPI document.',
})
