import type { Child } from 'hono/jsx'
import type { Context } from '../../simulator/accounts/context.ts'
import type { ServerContext } from '../exchange.ts'
import type { ControlCall } from './control-call.ts'

/** What a form held. */
export type FormValues = Readonly<Record<string, string>>

/** A form that was refused, to be shown again with what is wrong. */
export interface RefusedForm {
  readonly action: string
  readonly values: FormValues
  /** The field that is wrong; undefined where it is none in particular. */
  readonly field: string | undefined
  readonly message: string
}

/** What a page can know when it is shown. */
export interface PageRequest {
  readonly server: ServerContext
  readonly context: Context
  /** The address that the simulator was asked at. */
  readonly url: string
  /** Whether a token guards the control protocol. */
  readonly isGuarded: boolean
  /** What keeps others from ending the session. */
  readonly signOutToken: string
  /** The address of this page, from the root, without its query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The address of a page below the account; undefined where there is none. */
  href(place: string): string | undefined
  /** The variable parts of the path. */
  param(name: string): string
  /** The page's actions, for the commands that do the same. */
  readonly actions: Actions
  /** What keeps others from sending the form of an action. */
  formToken(action: string): string
  readonly refused: RefusedForm | undefined
}

/** What a page shows. */
export interface PageView {
  /** The title, where it is not that of the page in general. */
  readonly title?: string
  readonly heading?: Child
  readonly actions?: Child
  readonly body: Child
}

/** What is said when an action is done, with something to copy that is shown this once. */
export interface Said {
  readonly text: string
  readonly code: { readonly label: string; readonly code: string }
}

/** An action of the same page, and what its form holds. */
export interface Undo {
  readonly action: string
  readonly values: FormValues
}

/** What is said after an action, and how it is taken back. */
export interface Notice {
  readonly said: string | Said
  /** What was carried out. */
  readonly calls: readonly ControlCall[]
  readonly undo: Undo | undefined
}

/** Something that a form of a page does: one call of the control protocol, or a few. */
export interface PageAction {
  /** The call, or several one after the other, from what the form held. */
  call(values: FormValues): ControlCall | readonly ControlCall[]
  /** What to say when it is done, from what the last call answered. */
  said(values: FormValues, answer: unknown): string | Said
  /** The page to show then, below the account; the form's own where left out. */
  next?(values: FormValues, answer: unknown): string
  /**
   * How it is taken back: asked while all is still as it was, and once more with what the last call answered. Undefined
   * where there is nothing to take back. Not for actions that lead to another page.
   */
  undo?(account: Context, values: FormValues): Undo | ((answer: unknown) => Undo | undefined) | undefined
  /** What it sets, in words and as it stands: what was set otherwise since is not taken back with it. */
  stands?(account: Context): string
}

export type Actions = Readonly<Record<string, PageAction>>

/** What changes in an account, as far as pages are renewed by it. */
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

/** A page below an account: a file, and a line in `pages.ts`. */
export interface DashboardPage {
  /** Below the account; a part that varies is `:name`. */
  readonly path: string
  readonly title: string
  /** The letter that leads to it after `g`, for pages in the navigation. */
  readonly shortcut?: string
  readonly actions?: Actions
  show(request: PageRequest): PageView | Promise<PageView>
}
