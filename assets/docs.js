/* The page at /docs: Swagger UI over /openapi.json, the demo key one click away, light and dark as the system has it. */
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

const ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  // Nothing is fetched from elsewhere.
  validatorUrl: null,
});

const state = document.getElementById("key-state");
document.getElementById("demo-key").addEventListener("click", () => {
  ui.preauthorizeApiKey("token", "demo-key");
  state.textContent = "demo-key is set: open an operation and press Execute.";
});
