/** The text of a file, as the bundler and the tests have it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
