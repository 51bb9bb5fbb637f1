"""GLSL of the rasteriser. Colours are gamma 2; `tone` is the same curve as in light_field.

Every surface is a small program of its own: a constant that a whole batch shares costs nothing per pixel on the
software renderer. No `discard` outside cut-out surfaces, which would switch early depth tests off.
"""

from __future__ import annotations

from gstgen.simulators.embedded.batches import ATTRIBUTES, Surface

VERSION = "#version 430\n"
MAX_LIGHTS = 5  # of a room, that polished surfaces reflect
GLEAM_RANGE = 4.0  # brightest reflection on a floor, as a multiple of display white

REFLECTED_LIGHTS = """
uniform vec3 light_center[MAX_LIGHTS];
uniform vec3 light_u[MAX_LIGHTS];  // unit edge / half length
uniform vec3 light_v[MAX_LIGHTS];
uniform vec2 light_half[MAX_LIGHTS];  // half lengths of both edges, metres
uniform vec3 light_normal[MAX_LIGHTS];
uniform vec3 light_color[MAX_LIGHTS];

// Linear light that arrives along `direction` from the room's lamps and windows; edges blurred with distance.
// No branches and constant bounds: the software renderer pays dearly for both a jump and a variable index.
vec3 reflected_lights(vec3 world, vec3 direction, float blur_per_m) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < MAX_LIGHTS; i++) {
        vec3 from_light = world - light_center[i];
        float slope = -dot(direction, light_normal[i]);
        float distance = dot(from_light, light_normal[i]) / max(slope, 0.02);
        vec3 hit = from_light + direction * distance;
        vec2 over = abs(vec2(dot(hit, light_u[i]), dot(hit, light_v[i]))) - 1.0;
        vec2 inside = clamp(0.5 - over * light_half[i] / (blur_per_m * max(distance, 0.05)), 0.0, 1.0);
        sum += light_color[i] * (step(0.02, slope) * step(0.0, distance) * inside.x * inside.y);
    }
    return sum;
}
"""

VERTEX = """
uniform mat4 view_projection;
in vec3 P; in uint id; flat out uint instance;
#ifdef HAS_C
in vec4 C; EVEN out vec4 color;
#endif
#ifdef HAS_L
in vec2 L; out vec2 texel;
#endif
#ifdef HAS_T
in vec3 T; out vec2 uv; flat out float layer;
#endif
#ifdef SHINE
in vec3 N; out vec4 shine;  // mirrored light, linear; share of the surface's own light that stays
uniform vec4 eye;
uniform vec3 room_color[3];
REFLECTED_LIGHTS
// What a polished thing mirrors of its room, vertex by vertex: that is enough for a sheen, and free on large pictures.
vec4 mirrored() {
    vec3 along = normalize(P - eye.xyz);
    vec3 n = faceforward(N, along, N);
    float sheen = C.a * eye.w;  // maps, seen along parallel rays, show none
    float grazing = 1.0 + min(dot(along, n), 0.0);
    float edge_on = (0.3 + 0.4 * sheen) * min(8.0 * sheen, 1.0);
    float fresnel = mix(0.4 * sheen, edge_on, (grazing * grazing) * (grazing * grazing) * grazing);
    vec3 d = reflect(along, n);
    vec3 seen = room_color[1] * (0.75 + 0.3 * d.x * d.x);
    seen = mix(seen, room_color[d.z > 0.0 ? 2 : 0] * (d.z > 0.0 ? 1.05 : 0.6), smoothstep(0.1, 0.7, abs(d.z)));
    vec3 light = seen * seen;
#ifndef HAS_L
    light += min(reflected_lights(P, d, mix(0.9, 0.25, sheen)), 3.0);
#endif
    return vec4(light * fresnel, 1.0 - fresnel);
}
#elif defined(HAS_N)
in vec3 N; out vec3 normal; out vec3 world;
#endif
#ifdef GLOSS
in vec4 place; out vec2 gleam_place;  // scale and shift from world x, y to the room's part of the atlas
#endif
void main() {
    gl_Position = view_projection * vec4(P, 1.0);
    instance = id;
#ifdef HAS_C
    color = C;
#endif
#ifdef HAS_L
    texel = L * (1.0 / 65535.0);
#endif
#ifdef HAS_T
    uv = T.xy; layer = T.z;
#endif
#ifdef SHINE
    shine = mirrored();
#elif defined(HAS_N)
    normal = N; world = P;
#endif
#ifdef GLOSS
    gleam_place = P.xy * place.xy + place.zw;
#endif
}
"""

FRAGMENT = """
flat in uint instance;
#ifdef WRITE_RGB
layout(location = 0) out vec4 rgb;
#define ID_PLACE 1
#else
#define ID_PLACE 0
#endif
#ifdef WRITE_ID
layout(location = ID_PLACE) out uint written_id;
#endif
#ifdef HAS_C
EVEN in vec4 color;
#endif
#ifdef HAS_L
in vec2 texel; uniform sampler2D lightmap;
#endif
#ifdef HAS_T
in vec2 uv; flat in float layer; uniform sampler2DArray textures;
#endif
#ifdef GLOSS
in vec2 gleam_place; uniform sampler2D gleam;
#endif
#ifdef SHINE
in vec4 shine;
#elif defined(HAS_N)
in vec3 normal; in vec3 world;
uniform vec4 eye;  // w = 1: a point; w = 0: xyz is the direction of parallel rays
uniform vec3 room_color[3];  // floor, walls, ceiling
uniform vec3 room_box[2];  // lower and upper corner
REFLECTED_LIGHTS
vec3 ray() { return normalize(eye.w > 0.5 ? world - eye.xyz : eye.xyz); }

// What a mirror sees along a ray: the room as an empty box, darker along its edges, with its lights.
vec3 reflected_room(vec3 direction) {
    vec3 start = clamp(world, room_box[0] + 0.01, room_box[1] - 0.01);
    vec3 to_side = (mix(room_box[0], room_box[1], step(0.0, direction)) - start)
        / (direction + vec3(1e-5) * (step(0.0, direction) * 2.0 - 1.0));
    float distance = min(to_side.x, min(to_side.y, to_side.z));
    vec3 hit = start + direction * distance;
    vec3 gap = min(hit - room_box[0], room_box[1] - hit);
    float edge = gap.x + gap.y + gap.z - max(gap.x, max(gap.y, gap.z)) - min(gap.x, min(gap.y, gap.z));
    bool level = to_side.z <= distance;
    vec3 surface = level ? room_color[direction.z > 0.0 ? 2 : 0] : room_color[1];
    float side = level ? 0.0 : 0.06 * sign(abs(direction.x) - abs(direction.y));
    surface *= 1.06 + 0.14 * smoothstep(0.0, 1.2, edge) + side;
    return sqrt(surface * surface + reflected_lights(world, direction, 0.015));
}
#endif

vec3 tone(vec3 x) { x = min(x, WHITE); return x * (1.25 - 0.39 * x); }

void main() {
#ifdef CUTOUT
    vec4 leaf = texture(textures, vec3(uv, layer));
    if (leaf.a < ALPHA_CUT) discard;
#endif
#ifdef WRITE_RGB
    BODY
#endif
#ifdef WRITE_ID
    written_id = instance;
#endif
}
"""

POLISHED = """
    vec3 received = texture(lightmap, texel).rgb * WHITE;
    vec3 base = color.rgb * received * texture(textures, vec3(uv, layer)).rgb;
    vec3 shine = texture(gleam, gleam_place).rgb;
    // What lies in deep shadow sees little of the lamps: other things hide them.
    shine *= shine * (color.a * GLEAM_RANGE) * min(received.g * received.g * 1.6, 1.0);
    rgb = vec4(tone(sqrt(base * base + shine)), 1.0);"""
BODIES: dict[Surface, str] = {
    "plain": "rgb = vec4(color.rgb, 1.0);",
    "textured": "rgb = vec4(tone(color.rgb * texture(textures, vec3(uv, layer)).rgb * WHITE), 1.0);",
    "cutout": "rgb = vec4(tone(color.rgb * leaf.rgb * WHITE), 1.0);",
    "mapped": "rgb = vec4(tone(color.rgb * texture(lightmap, texel).rgb * WHITE), 1.0);",
    "mapped_textured": """
    vec3 base = color.rgb * texture(textures, vec3(uv, layer)).rgb;
    rgb = vec4(tone(base * texture(lightmap, texel).rgb * WHITE), 1.0);""",
    "gloss": POLISHED,
    "top": POLISHED,
    "shiny": """
    vec3 base = color.rgb * texture(textures, vec3(uv, layer)).rgb * WHITE;
    rgb = vec4(tone(sqrt(base * base * shine.a + shine.rgb)), 1.0);""",
    "front": """
    vec3 received = texture(lightmap, texel).rgb * WHITE;
    vec3 base = color.rgb * received * texture(textures, vec3(uv, layer)).rgb;
    rgb = vec4(tone(sqrt(base * base * shine.a + shine.rgb * min(received.g * received.g, 1.0))), 1.0);""",
    "mirror": """
    vec3 along = ray();
    vec3 n = faceforward(normalize(normal), along, normal);
    rgb = vec4(tone(reflected_room(reflect(along, n)) * mix(vec3(0.95), color.rgb, 0.3)), 1.0);""",
    "glass": """
    vec3 along = ray();
    float grazing = 1.0 - abs(dot(along, normalize(normal)));
    float fresnel = 0.03 + 0.6 * (grazing * grazing) * (grazing * grazing);
    float cover = color.a + fresnel - color.a * fresnel;
    rgb = vec4(mix(color.rgb, room_color[1] * 0.9, fresnel / max(cover, 1e-3)), cover);""",
}

SKY_VERTEX = """
in vec2 P; out vec3 direction; uniform mat4 clip_to_direction;
void main() {
    vec4 far_point = clip_to_direction * vec4(P, 1.0, 1.0);
    direction = far_point.xyz / far_point.w;
    gl_Position = vec4(P, 1.0, 1.0);
}
"""

# A pale sky that whitens to the horizon, thin clouds, the horizon's panorama, and grass that melts into the haze.
SKY_FRAGMENT = """
in vec3 direction; layout(location = 0) out vec4 rgb;
uniform sampler2D clouds; uniform sampler2D horizon;
uniform vec2 span;  // tangent of the elevation at the panorama's lower edge, 1 / its height
uniform vec3 stand;  // eye: x, y, height over the ground
void main() {
    vec3 d = normalize(direction);
    float up = max(d.z, 0.0);
    vec3 sky = mix(vec3(0.90, 0.95, 1.0), vec3(0.62, 0.79, 0.98), smoothstep(0.0, 0.8, up));
    float cover = texture(clouds, d.xy / (abs(d.z) + 0.35) * 0.22).r;
    sky = mix(sky, vec3(1.0), smoothstep(0.5, 0.85, cover) * 0.85);
    sky = mix(vec3(0.96, 0.975, 0.985), sky, smoothstep(-0.02, 0.22, d.z));
    float reach = stand.z / max(-d.z, 1e-3);
    vec2 place = stand.xy + d.xy * reach;
    float patches = texture(clouds, place * 0.021).r;
    float blades = texture(clouds, place * 0.37).r;
    vec3 grass = mix(vec3(0.44, 0.56, 0.36), vec3(0.57, 0.65, 0.46), patches) * (0.86 + 0.28 * blades);
    vec3 ground = mix(grass, vec3(0.88, 0.91, 0.90), 1.0 - exp(-reach * 0.012));
    float rise = d.z / max(length(d.xy), 1e-3);
    vec4 far_things = texture(horizon, vec2(atan(d.y, d.x) * 0.15915494, clamp((rise - span.x) * span.y, 0.0, 1.0)));
    vec3 beyond = d.z < 0.0 ? ground : sky;
    rgb = vec4(mix(beyond, far_things.rgb, far_things.a * step(span.x, rise)), 1.0);
}
"""


# The lights that a polished floor mirrors, for one eye and one room: a small picture over the floor's area that the
# floor's own shader reads. Reflections are blurred, so this loses nothing and costs a tenth of the work per pixel.
FLOOR_VERTEX = """
in vec2 P; out vec2 place; uniform vec4 gleam_area;
void main() { place = gleam_area.xy + (P * 0.5 + 0.5) / gleam_area.zw; gl_Position = vec4(P, 0.0, 1.0); }
"""

FLOOR_FRAGMENT = """
in vec2 place; layout(location = 0) out vec4 rgb;
uniform vec3 eye_point; uniform float floor_z; uniform float gloss;
uniform vec3 walls;  // linear light that arrives from the walls, blurred to one colour
REFLECTED_LIGHTS
void main() {
    vec3 world = vec3(place, floor_z);
    vec3 along = normalize(world - eye_point);
    float grazing = 1.0 - abs(along.z);
    float fresnel = 0.04 + 0.96 * (grazing * grazing) * (grazing * grazing) * grazing;
    vec3 arriving = reflected_lights(world, vec3(along.xy, abs(along.z)), mix(0.5, 0.03, gloss));
    rgb = vec4(sqrt((arriving + walls) * fresnel / GLEAM_RANGE), 1.0);
}
"""


def floor_source(lights: int) -> tuple[str, str]:
    """Vertex and fragment shader of the picture of a number of lights on a floor."""
    head = f"{VERSION}#define MAX_LIGHTS {lights}\n#define GLEAM_RANGE {GLEAM_RANGE:.6f}\n"
    return head + FLOOR_VERTEX, head + FLOOR_FRAGMENT.replace("REFLECTED_LIGHTS", REFLECTED_LIGHTS)


def program_source(
    surface: Surface, write_rgb: bool, write_id: bool, alpha_cut: float, white: float
) -> tuple[str, str]:
    """Vertex and fragment shader of a surface, for a pass that writes colours, ids, both or only depth."""
    wanted = ATTRIBUTES[surface]
    if not write_rgb:
        wanted = "PT" if surface == "cutout" else "P"
    defines = [f"#define HAS_{name}" for name in wanted if name != "P"]
    defines += [f"#define MAX_LIGHTS {MAX_LIGHTS}", f"#define WHITE {white:.6f}", f"#define ALPHA_CUT {alpha_cut:.6f}"]
    # Where light comes from texels the colour is that of the material: the same at all corners of a triangle.
    defines.append("#define EVEN flat" if "L" in wanted else "#define EVEN")
    if write_rgb:
        defines.append("#define WRITE_RGB")
    if write_id:
        defines.append("#define WRITE_ID")
    if surface == "cutout":
        defines.append("#define CUTOUT")
    if surface in ("shiny", "front") and write_rgb:
        defines.append("#define SHINE")
    if surface in ("gloss", "top") and write_rgb:
        defines += ["#define GLOSS", f"#define GLEAM_RANGE {GLEAM_RANGE:.6f}"]
    head = VERSION + "\n".join(defines) + "\n"
    fragment = FRAGMENT.replace("BODY", BODIES[surface]).replace("REFLECTED_LIGHTS", REFLECTED_LIGHTS)
    return head + VERTEX.replace("REFLECTED_LIGHTS", REFLECTED_LIGHTS), head + fragment
