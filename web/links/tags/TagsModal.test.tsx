import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { refusal } from "../../testing/graphqlServer.ts";
import TagsModal from "./TagsModal.tsx";

interface StoredTag {
  id: string;
  name: string;
  colour: string;
  urlCount: number;
}

/** Opens the dialog on a server that stores tags in memory. */
async function open(names: readonly string[] = ["Press", "Spring"]) {
  const tags: StoredTag[] = names.map((name, i) => ({
    id: `0199d1c2-0000-7000-8000-00000000000${i}`,
    name,
    colour: "blue",
    urlCount: i,
  }));
  const refuseTaken = (name: string | undefined, id?: string) => {
    if (tags.some((tag) => tag.id !== id && tag.name.toLowerCase() === name?.toLowerCase()))
      throw refusal("CONFLICT_ERROR", "A tag with this name already exists");
  };
  const client = await clientOf({
    tags: () => tags,
    createTag: ({ input }: { input: { name: string; colour?: string } }) => {
      refuseTaken(input.name);
      const tag = { id: "0199d1c2-0000-7000-8000-000000000009", colour: "gray", urlCount: 0, ...input };
      tags.push(tag);
      return tag;
    },
    updateTag: ({ id, input }: { id: string; input: Partial<StoredTag> }) => {
      refuseTaken(input.name, id);
      return Object.assign(tags.find((tag) => tag.id === id) ?? {}, input);
    },
    deleteTag: ({ id }: { id: string }) => {
      tags.splice(
        tags.findIndex((tag) => tag.id === id),
        1,
      );
      return id;
    },
  });
  renderScreen(<TagsModal onClose={vi.fn()} />, { client });
  await screen.findByRole("textbox", { name: "New tag" });
  return { user: userEvent.setup(), tags };
}

describe("the tags of a workspace", () => {
  it("are made with a colour, and a name that is wrong or taken says why", async () => {
    const { user, tags } = await open();
    const name = screen.getByRole("textbox", { name: "New tag" });
    await user.type(name, "a,b");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("Tag name can't contain commas")).toBeVisible();
    await user.clear(name);
    await user.type(name, "press");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByText("A tag with this name already exists")).toBeVisible();
    await user.clear(name);
    await user.type(name, "Autumn");
    await user.selectOptions(screen.getByRole("combobox", { name: "Colour" }), "Teal");
    await user.click(screen.getByRole("button", { name: "Add" }));
    expect(await screen.findByRole("textbox", { name: "Name of Autumn" })).toBeVisible();
    expect(tags.at(-1)).toMatchObject({ name: "Autumn", colour: "teal" });
  });

  it("are renamed and coloured where they stand, and say how many URLs have them", async () => {
    const { user, tags } = await open();
    const field = await screen.findByRole("textbox", { name: "Name of Press" });
    expect(within(field.closest("li") ?? document.body).getByText("0 URLs")).toBeVisible();
    expect(screen.getByText("1 URL")).toBeVisible();
    await user.clear(field);
    await user.type(field, "Spring{Enter}");
    expect(await screen.findByText("A tag with this name already exists")).toBeVisible();
    await user.clear(field);
    await user.type(field, "Media{Enter}");
    expect(await screen.findByRole("textbox", { name: "Name of Media" })).toBeVisible();
    await user.selectOptions(screen.getByRole("combobox", { name: "Colour of Media" }), "Pink");
    await expect.poll(() => tags[0]).toMatchObject({ name: "Media", colour: "pink" });
  });

  it("are deleted once that was confirmed", async () => {
    const { user, tags } = await open();
    await user.click(await screen.findByRole("button", { name: "Delete the tag Press" }));
    await user.click(screen.getByRole("button", { name: "Keep" }));
    expect(tags).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Delete the tag Press" }));
    await user.click(screen.getByRole("button", { name: "Delete Press" }));
    await expect.poll(() => screen.queryByRole("textbox", { name: "Name of Press" })).toBeNull();
    expect(tags).toHaveLength(1);
  });
});
