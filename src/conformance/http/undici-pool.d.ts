// Declares the only file of undici that is loaded, as all of undici takes three times as long to load. The version of
// undici is pinned, since the path of the file may change.
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici'
}
