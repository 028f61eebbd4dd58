import type { Child } from 'hono/jsx'
import type { Context } from '../../simulator/accounts/context.ts'
import type { AddressBody } from '../../simulator/bodies/addresses.ts'
import type { FieldProblem } from '../../simulator/specification/errors.ts'
import type { ServerContext } from '../service/exchange.ts'
import type { NextCall, PageCall } from './control-call.ts'

/** The values of a form. */
export type FormValues = Readonly<Record<string, string>>

/** A refused form, which is shown again with its error. */
export interface RefusedForm {
  readonly action: string
  readonly values: FormValues
  /** The reasons of each field with an error, as its `error` takes them; empty if the error belongs to no field. */
  readonly errors: ReadonlyMap<string, readonly string[]>
  readonly message: string
  /** The request that the service refused; undefined if it was not asked. */
  readonly requestId: string | undefined
  /** The addresses that the service suggests instead. */
  readonly suggestions: readonly AddressBody[]
}

/** The context in which a page is rendered. */
export interface PageRequest {
  readonly server: ServerContext
  readonly context: Context
  /** The origin of the request's URL. */
  readonly url: string
  /** Whether a token guards the control protocol. */
  readonly isGuarded: boolean
  /** The token against a foreign sign-out form. */
  readonly signOutToken: string
  /** The path of this page, without its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The address of this page as it is shown: its path and query, without the notice of an action. */
  readonly address: string
  /** Returns the URL of a page below the account. */
  href(place: string): string
  /** Returns the request as if it were for another page below the account, for that page's forms. */
  elsewhere(page: DashboardPage): PageRequest
  /** Returns a path parameter by name. */
  param(name: string): string
  /** The page's actions, which know the equivalent commands. */
  readonly actions: Actions
  /** Returns the token against foreign forms (CSRF). */
  formToken(action: string): string
  readonly refused: RefusedForm | undefined
}

/** The properties of a component that needs the page alone; others extend it. */
export interface PageProps {
  readonly page: PageRequest
}

/** The content of a page. */
export interface PageView {
  /** The title, if it differs from the page's usual one. */
  readonly title?: string
  readonly heading?: Child
  /** The kind and the id of its resource, in place of title and heading. */
  readonly subject?: readonly [kind: string, id: string]
  readonly actions?: Child
  readonly body: Child
}

/** The message after an action; `copy` is a text to copy that is shown only this once. */
export interface Said {
  readonly text: string
  readonly code: { readonly label: string; readonly code: string }
}

/** An action of the same page, with the values of its form. */
export interface Undo {
  readonly action: string
  readonly values: FormValues
}

/** The message after an action, and its undo form. */
export interface Notice {
  readonly message: string | Said
  readonly calls: readonly PageCall[]
  readonly undo: Undo | undefined
}

/** A question on a page of its own, before an action is done. */
export interface Question {
  readonly asks: string
  /** The text of its button. */
  readonly verb: string
}

/** An action of a page's form: one call of the control protocol or the service, or several. */
export interface PageAction {
  /** Returns the calls for the values of the form, to be made one after another. */
  call(values: FormValues, account: Context): NextCall | readonly NextCall[]
  /** Returns a problem of a call's body as a problem of the form, whose fields may differ. */
  inForm?(problem: FieldProblem, values: FormValues): FieldProblem
  /** Returns a question to confirm first, and the text of its button, if the values need one. */
  asks?(values: FormValues, page: PageRequest): Question | undefined
  /** Returns the success message, given the last call's response. */
  message(values: FormValues, response: unknown): string | Said
  /**
   * Returns the next page's path below the account, with its query; by default it is the form's page. A path with a
   * slash at its beginning is a whole one.
   */
  next?(values: FormValues, response: unknown): string | undefined
  /** Whether it advances the clock: its page then lists the events since the time before. */
  readonly movesTime?: boolean
  /**
   * Returns the action that undoes this one, or undefined. It is called before the action and again with the
   * last call's response. Actions that lead to another page have no undo.
   */
  undo?(account: Context, values: FormValues): Undo | ((response: unknown) => Undo | undefined) | undefined
  /** Describes the current value of the setting. Undo is refused if the value has changed since. */
  currentValue?(account: Context): string
}

export type Actions = Readonly<Record<string, PageAction>>

/** The kinds of changes that renew pages. */
export type Topic =
  | 'requests'
  | 'clock'
  | 'wallet'
  | 'faults'
  | 'deliveries'
  | 'labels'
  | 'trackers'
  | 'batches'
  | 'keys'
  | 'carriers'
  | 'webhook'

interface PageFacts {
  /** The path below the account; `:name` is a parameter. */
  readonly path: string
  readonly title: string
  /** The shortcut after the key `g`, for pages in the navigation. */
  readonly shortcut?: string
  readonly actions?: Actions
}

/** A page below an account: one file, listed in `pages.ts`. It is a body alone, or has its own title or actions. */
export type DashboardPage = PageFacts &
  (
    | { body(request: PageRequest): Child | Promise<Child> }
    | { show(request: PageRequest): PageView | Promise<PageView> }
  )
