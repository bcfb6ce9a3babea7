// In the making.
export {};
