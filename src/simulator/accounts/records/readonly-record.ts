import type * as z from 'zod'

/** What a schema reads, as records are held: nobody changes one in place. */
export type ReadonlyRecord<Schema extends z.ZodType> = Unchanging<z.output<Schema>>

type Unchanging<Value> = Value extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Unchanging<Value[Name]> }
    : Value
