declare module "virtual:texts/*" {
  const catalogue: Record<string, string | { one: string; other: string }>;
  export default catalogue;
}

declare module "virtual:rules/*" {
  const page: { title: string; intro: string; section: import("../pages/rules").Section[] };
  export default page;
}
