// Creates, edits, lists and deletes a link with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"hoplog.example/client/hoplog"
)

func main() {
	ctx := context.Background()
	client, err := hoplog.NewClientWithResponses(os.Getenv("HOPLOG_URL"), hoplog.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+os.Getenv("HOPLOG_KEY"))
			return nil
		}))
	check(err)
	made, err := client.CreateUrlWithResponse(ctx, nil, hoplog.CreateUrlBody{Name: "From Go", OriginalUrl: "https://example.com/go"})
	check(err)
	id := made.JSON201.Data.UnderscoreId
	fmt.Println("made", id)
	name, status, limit, active := "Edited from Go", 308, 10, true
	edited, err := client.UpdateUrlWithResponse(ctx, id, nil, hoplog.UpdateUrlBody{Name: &name, RedirectStatus: &status})
	check(err)
	fmt.Println("edited", edited.JSON200.Data.Name)
	listed, err := client.ListUrlsWithResponse(ctx, &hoplog.ListUrlsParams{Search: &name, Limit: &limit, IsActive: &active})
	check(err)
	fmt.Println("listed", len(listed.JSON200.Data), listed.JSON200.Data[0].Name)
	deleted, err := client.DeleteUrlWithResponse(ctx, id, nil)
	check(err)
	fmt.Println("deleted", deleted.JSON200.Success)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
