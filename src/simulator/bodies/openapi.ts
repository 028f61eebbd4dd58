import * as z from 'zod'

/** An OpenAPI document, whose format OpenAPI defines. */
export const openapiBody = z.looseObject({}).meta({
  id: 'OpenapiDocument',
  description: 'An OpenAPI document.',
})
