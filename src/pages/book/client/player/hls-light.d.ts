// The small build of hls.js has the interface of the whole one.
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
