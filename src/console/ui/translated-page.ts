/**
 * Lets a page be translated by the browser, which puts texts into elements of its own: React then takes out texts that are no longer
 * where it has put them, and the page would end. What was put around a text goes with it.
 */
export const allowTranslation = (): void => {
  const { removeChild, insertBefore } = Node.prototype;
  /** What is a child of `parent` and holds `node` now. */
  const childOf = (parent: Node, node: Node): Node | undefined => {
    let child: Node | null = node;
    while (child !== null && child.parentNode !== parent) child = child.parentNode;
    return child ?? undefined;
  };
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = childOf(this, child);
    if (own !== undefined) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    insertBefore.call(this, node, before === null ? null : (childOf(this, before) ?? null));
    return node;
  };
};
