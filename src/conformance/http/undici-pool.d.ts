// Types of the only part of undici that is loaded, since all of undici takes three times as long to load. Its version is pinned.
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
